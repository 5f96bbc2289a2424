// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The wall clock of the servers that this JVM starts from now on, which may be set while
 * they run. Their monotonic clocks stay right. It is a library for the dynamic linker,
 * which a C compiler of the machine makes once.
 */
public final class ServerClock {

	private static final Path NONE = Path.of("");

	private static volatile Path library = NONE;

	private ServerClock() {
	}

	/**
	 * Say why it cannot be had.
	 * @return the reason, empty if it can be had
	 */
	public static String unavailable() {
		return OptionalTool.CC.program().isPresent() ? "" : OptionalTool.CC.absent();
	}

	/**
	 * Have servers that are started from now on use it.
	 */
	public static void use() {
		Path compiler = OptionalTool.CC.require(OptionalTool.CC.program());
		Path folder = ServerFiles.programs("server-clock-1", (target) -> {
			Path source = target.resolve("clock.c");
			try (InputStream in = Objects
				.requireNonNull(ServerClock.class.getResourceAsStream("/server-clock/clock.c"))) {
				Files.copy(in, source);
			}
			Lifeline.run(List.of(compiler.toString(), "-shared", "-fPIC", "-O2", "-o",
					target.resolve("clock.so").toString(), source.toString()), target.resolve("cc.log"), Map.of());
		});
		library = folder.resolve("clock.so");
	}

	static boolean isUsed() {
		return !library.equals(NONE);
	}

	/**
	 * Return the environment of a server.
	 * @param file says how far its clock is ahead
	 * @return the variables
	 */
	static Map<String, String> environment(Path file) {
		return Map.of("LD_PRELOAD", library.toString(), "DISTLOCK_TEST_CLOCK", file.toString());
	}

	// In place, since the server has mapped the file.
	static void write(Path file, Duration ahead) {
		byte[] seconds = ByteBuffer.allocate(Long.BYTES)
			.order(ByteOrder.nativeOrder())
			.putLong(ahead.toSeconds())
			.array();
		try {
			Files.write(file, seconds, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

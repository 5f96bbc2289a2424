// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The library libfaketime, if this machine has it: the file that the system property
 * {@code distlock.test.faketime} names, or else where Linux distributions put it. A
 * process that loads it first sees another time of day, while its monotonic clock stays
 * right.
 */
public final class InstalledFaketime {

	private static final Path FILE = Path.of("faketime", "libfaketimeMT.so.1");

	private final Path library;

	private InstalledFaketime(Path library) {
		this.library = library;
	}

	/**
	 * Find the library.
	 * @return the library, or nothing
	 */
	public static Optional<InstalledFaketime> find() {
		return OptionalTool.FAKETIME.isHidden() ? Optional.empty()
				: candidates().stream().filter(Files::isRegularFile).findFirst().map(InstalledFaketime::new);
	}

	/**
	 * Return the environment of a process whose clock is wrong. Without the last
	 * variable, version 0.9.10 lets timed waits on the monotonic clock return at once, so
	 * that a JVM spins.
	 * @param skew how far it is ahead, in whole seconds
	 * @return the variables
	 */
	public Map<String, String> environment(Duration skew) {
		return Map.of("LD_PRELOAD", this.library.toString(), "FAKETIME", "%+d".formatted(skew.toSeconds()),
				"FAKETIME_DONT_FAKE_MONOTONIC", "1", "FAKETIME_FORCE_MONOTONIC_FIX", "0");
	}

	/**
	 * Return the environment of a process whose clock may jump while it runs.
	 * @param file says how far it is ahead, as in {@code +3600}, and is read at each look
	 * at the clock
	 * @return the variables
	 */
	public Map<String, String> environment(Path file) {
		return Map.of("LD_PRELOAD", this.library.toString(), "FAKETIME_TIMESTAMP_FILE", file.toString(),
				"FAKETIME_NO_CACHE", "1", "FAKETIME_DONT_FAKE_MONOTONIC", "1", "FAKETIME_FORCE_MONOTONIC_FIX", "0");
	}

	private static List<Path> candidates() {
		String named = System.getProperty(OptionalTool.FAKETIME.property());
		if (named != null) {
			return List.of(Path.of(named));
		}
		return Stream.of(Path.of("/usr/lib"), Path.of("/usr/lib64"))
			.flatMap((folder) -> Stream.concat(Stream.of(folder), children(folder).stream()))
			.map((folder) -> folder.resolve(FILE))
			.toList();
	}

	private static List<Path> children(Path folder) {
		if (!Files.isDirectory(folder)) {
			return List.of();
		}
		try (Stream<Path> children = Files.list(folder)) {
			return children.sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

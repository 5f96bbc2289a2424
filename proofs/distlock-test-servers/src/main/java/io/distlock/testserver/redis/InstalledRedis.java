// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.testserver.OptionalTool;

/**
 * A newer Redis or Valkey that this machine happens to have.
 */
public final class InstalledRedis {

	private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");

	private InstalledRedis() {
	}

	/**
	 * Find a server with {@code WAITAOF}, which came with version 7.2.
	 * @return the program
	 */
	public static Optional<Path> withWaitAof() {
		return OptionalTool.WAITAOF.programs().filter((program) -> isSince(program, 7, 2)).findFirst();
	}

	private static boolean isSince(Path program, int major, int minor) {
		Matcher version = VERSION.matcher(versionOf(program));
		if (!version.find()) {
			return false;
		}
		int found = Integer.parseInt(version.group(1));
		return found > major || (found == major && Integer.parseInt(version.group(2)) >= minor);
	}

	private static String versionOf(Path program) {
		try {
			Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
			return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

package io.distlock.testserver;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A newer Redis or Valkey that this machine happens to have: the one that the system
 * property {@value #PROPERTY} names, or else one on the {@code PATH}.
 */
public final class InstalledRedis {

	/**
	 * The system property with the path of the program.
	 */
	public static final String PROPERTY = "distlock.test.redis-server";

	private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");

	private InstalledRedis() {
	}

	/**
	 * Find a server with {@code WAITAOF}, which came with version 7.2.
	 * @return the program
	 */
	public static Optional<Path> withWaitAof() {
		return candidates().filter(Files::isExecutable).filter((program) -> isSince(program, 7, 2)).findFirst();
	}

	private static Stream<Path> candidates() {
		String named = System.getProperty(PROPERTY);
		if (named != null) {
			return Stream.of(Path.of(named));
		}
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.flatMap((folder) -> Stream.of(Path.of(folder, "redis-server"), Path.of(folder, "valkey-server")));
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

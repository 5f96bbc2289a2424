// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;

/**
 * Says what was measured on.
 */
final class Machine {

	private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

	private Machine() {
	}

	static String describe() throws IOException {
		return "%d cores%s, %s %s, JDK %s of %s".formatted(Runtime.getRuntime().availableProcessors(), processor(),
				System.getProperty("os.name"), System.getProperty("os.version"), Runtime.version(),
				System.getProperty("java.vendor"));
	}

	private static String processor() throws IOException {
		List<String> lines = Files.isReadable(PROCESSORS) ? Files.readAllLines(PROCESSORS) : List.of();
		return lines.stream()
			.filter((line) -> line.startsWith("model name"))
			.findFirst()
			.map((line) -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
			.orElse("");
	}

	/**
	 * Return the name of the jar that a class comes from, which tells the version.
	 */
	static String library(Class<?> type) {
		CodeSource source = type.getProtectionDomain().getCodeSource();
		String file = Path.of(source.getLocation().getPath()).getFileName().toString();
		return file.replaceFirst("\\.jar$", "");
	}

}

/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

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

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

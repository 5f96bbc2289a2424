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
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Reads what Linux says of a process: {@code /proc/<pid>/stat}, where the time in user
 * mode and in the kernel, and that of children that have ended, follow after the name of
 * the program, which may hold anything.
 */
final class ProcessTime {

	private static final int FIRST = 11;

	private static final int LAST = 14;

	/**
	 * Each platform that Java runs on counts a hundred ticks a second.
	 */
	private static final Duration TICK = Duration.ofMillis(10);

	private ProcessTime() {
	}

	static Duration of(ProcessHandle process) {
		try {
			String line = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
			String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
			long ticks = 0;
			for (int field = FIRST; field <= LAST; field++) {
				ticks += Long.parseLong(fields[field]);
			}
			return TICK.multipliedBy(ticks);
		}
		catch (NoSuchFileException ex) {
			return Duration.ZERO;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

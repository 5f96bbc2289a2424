// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

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

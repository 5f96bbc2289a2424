// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.awaitility.Awaitility;

/**
 * Starts a program with a child of its own as a child of this JVM, and prints the process
 * ids of both.
 */
public final class LifelineSleeper {

	private LifelineSleeper() {
	}

	public static void main(String[] arguments) throws Exception {
		Process shell = Lifeline.start(List.of("sh", "-c", "sleep 1000 & wait"), Path.of(arguments[0]), Map.of());
		Awaitility.await().until(() -> sleep(shell).isPresent());
		ProcessHandle sleep = sleep(shell).orElseThrow();
		System.out.println(sleep.parent().orElseThrow().pid());
		System.out.println(sleep.pid());
		shell.waitFor();
	}

	private static Optional<ProcessHandle> sleep(Process shell) {
		return shell.descendants().filter((child) -> child.info().command().orElse("").endsWith("sleep")).findFirst();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.awaitility.Awaitility;

/**
 * Starts a program as a child of this JVM, and tells its process id.
 */
public final class LifelineSleeper {

	private LifelineSleeper() {
	}

	public static void main(String[] arguments) throws Exception {
		Process shell = Lifeline.start(List.of("sleep", "1000"), Path.of(arguments[0]), Map.of());
		Awaitility.await().until(() -> sleep(shell).isPresent());
		System.out.println(sleep(shell).orElseThrow().pid());
		shell.waitFor();
	}

	private static Optional<ProcessHandle> sleep(Process shell) {
		return shell.children().filter((child) -> child.info().command().orElse("").endsWith("sleep")).findFirst();
	}

}

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

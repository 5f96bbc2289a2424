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

package io.distlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The provider in full, which the reference shows as a module of a third party.
 */
class DocumentedProviderTests {

	private static final Path PROVIDER = Document.EXAMPLES.resolve("io/distlock/docs/filelock");

	/**
	 * But for the bean, by which an application has it.
	 */
	private static final String BEAN = "FileLockConfiguration.java";

	@Test
	void providerNeedsTheCoreAndItsTestsTheContracts() throws IOException {
		List<Path> files = Document.files(PROVIDER, ".java");
		assertThat(files).hasSizeGreaterThan(5);
		for (Path file : files) {
			if (!file.endsWith(BEAN)) {
				String known = file.toString().matches(".*(Tests|Holder)\\.java")
						? "java|io\\.distlock\\.(provider|contract|docs\\.filelock)|org\\.junit|org\\.jspecify"
						: "java|io\\.distlock\\.provider|org\\.jspecify";
				assertThat(Files.readString(file).lines().filter((line) -> line.startsWith("import ")))
					.as(file.toString())
					.allMatch((line) -> line.matches("import (static )?(%s)\\..*".formatted(known)));
			}
		}
	}

}

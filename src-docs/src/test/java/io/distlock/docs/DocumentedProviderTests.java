// SPDX-License-Identifier: Apache-2.0

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
	void providerNeedsTheBaseAndItsTestsTheContracts() throws IOException {
		List<Path> files = Document.files(PROVIDER, ".java");
		assertThat(files).hasSizeGreaterThan(4);
		for (Path file : files) {
			if (!file.endsWith(BEAN)) {
				String known = file.toString().matches(".*Tests\\.java")
						? "java|io\\.distlock\\.(provider|record|contract|docs\\.filelock)|org\\.junit|org\\.jspecify"
						: "java|io\\.distlock\\.(provider|record)|org\\.jspecify";
				assertThat(Files.readString(file).lines().filter((line) -> line.startsWith("import ")))
					.as(file.toString())
					.allMatch((line) -> line.matches("import (static )?(%s)\\..*".formatted(known)));
			}
		}
	}

}

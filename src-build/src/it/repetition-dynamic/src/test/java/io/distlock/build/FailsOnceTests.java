// SPDX-License-Identifier: Apache-2.0

package io.distlock.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("safety")
class FailsOnceTests {

	@TestFactory
	DynamicTest passesWhenRepeated() {
		return DynamicTest.dynamicTest("repeated", FailsOnceTests::run);
	}

	private static void run() throws IOException {
		Path mark = Path.of("target", "failed-once");
		boolean repeated = Files.exists(mark);
		Files.writeString(mark, "failed");
		assertThat(repeated).isTrue();
	}

}

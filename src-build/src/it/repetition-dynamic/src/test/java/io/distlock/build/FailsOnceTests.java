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

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MissingToolsTests extends MissingToolsContract {

	@Override
	protected Set<OptionalTool> tools() {
		return Set.of();
	}

	@Test
	void whatIsMissingIsToldOnceAndForgotten(@TempDir Path root) throws IOException {
		for (String module : new String[] { "one", "group/two" }) {
			Path note = Files.createDirectories(root.resolve(module).resolve("target")).resolve("missing-tools.txt");
			Files.writeString(note, OptionalTool.MYSQL.absent() + "\n" + OptionalTool.MYSQL.absent() + "\n");
		}
		assertThat(MissingTools.takeAll(root)).containsExactly(OptionalTool.MYSQL.absent());
		assertThat(MissingTools.takeAll(root)).isEmpty();
	}

	@Test
	void everyMessageSaysWhatHelps() {
		assertThat(OptionalTool.values())
			.allSatisfy((tool) -> assertThat(tool.absent()).matches(".+ is not on this machine, .+: .+"));
	}

}

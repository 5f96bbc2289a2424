// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import io.distlock.testserver.junit.MissingToolsContract;
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

// SPDX-License-Identifier: Apache-2.0

package io.distlock.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("timing")
class FailsOnceTests {

	@Test
	void passesWhenRepeated() throws IOException {
		Path mark = Path.of("target", "failed-once");
		boolean repeated = Files.exists(mark);
		Files.writeString(mark, "failed");
		assertThat(repeated).isTrue();
	}

}

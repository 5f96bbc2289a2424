// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.io.File;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NodeClassPaths}.
 */
class NodeClassPathsTests {

	@Test
	void everySecondNodeRunsTheOtherBuild() {
		NodeClassPaths classPaths = NodeClassPaths.beside("older.jar");
		String own = System.getProperty("java.class.path");
		assertThat(classPaths.ofNode(1)).isEqualTo(own);
		assertThat(classPaths.ofNode(2)).isEqualTo("older.jar");
		assertThat(classPaths.ofNode(3)).isEqualTo(own);
	}

	@Test
	void patchedClassesComeFirst() {
		NodeClassPaths classPaths = NodeClassPaths.patched(Path.of("patch"));
		assertThat(classPaths.ofNode(1)).startsWith("patch" + File.pathSeparator).isEqualTo(classPaths.ofNode(2));
	}

}

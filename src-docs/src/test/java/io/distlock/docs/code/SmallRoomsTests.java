// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.code;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.docs.Document;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A newcomer looks over a room at a glance, and finds the one for a change by its name:
 * in tests and proofs as in what is published, where {@code PackageRulesTests} is
 * stricter.
 */
class SmallRoomsTests {

	private static final long MOST = 30;

	@Test
	void roomsAreSmall() {
		Map<String, Long> rooms = Document.files(Document.ROOT, ".java")
			.stream()
			.filter((file) -> !file.endsWith("package-info.java"))
			.collect(Collectors.groupingBy(SmallRoomsTests::room, Collectors.counting()));
		assertThat(rooms).hasSizeGreaterThan(100)
			.allSatisfy((room, files) -> assertThat(files).as(room).isLessThanOrEqualTo(MOST));
	}

	private static String room(Path file) {
		return Document.ROOT.relativize(file.getParent()).toString().replace('\\', '/');
	}

}

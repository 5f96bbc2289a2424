// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of exceptions has each exception that extends {@code LockException}, and no
 * other.
 */
class DocumentedExceptionsTests {

	private static final Pattern TABLE = Pattern.compile("\\[\\[exceptions]].*?\\|===\\R(.*?)\\R\\|===",
			Pattern.DOTALL);

	private static final Pattern ROW = Pattern.compile("^\\|`(\\w+Exception)` \\|", Pattern.MULTILINE);

	private static final Pattern SUBTYPE = Pattern
		.compile("public (?:final )?class (\\w+) extends (\\w+Exception) \\{");

	@Test
	void eachLockExceptionIsExplainedAndNoOther() {
		Map<String, String> parents = Stream.of("distlock-core", "distlock-spring", "stores")
			.map(Document.ROOT::resolve)
			.flatMap((module) -> Document.files(module, "Exception.java").stream())
			.filter((file) -> file.toString().contains("src/main/java"))
			.flatMap((file) -> SUBTYPE.matcher(Document.read(file).text()).results())
			.collect(Collectors.toMap((type) -> type.group(1), (type) -> type.group(2)));
		String table = TABLE.matcher(Document.page("troubleshooting.adoc").text())
			.results()
			.findFirst()
			.orElseThrow()
			.group(1);
		List<String> explained = ROW.matcher(table).results().map((row) -> row.group(1)).toList();
		assertThat(explained).containsExactlyInAnyOrderElementsOf(
				parents.keySet().stream().filter((type) -> isLockException(type, parents)).toList());
	}

	private static boolean isLockException(String type, Map<String, String> parents) {
		return Stream.iterate(type, (known) -> known != null, parents::get).anyMatch("LockException"::equals);
	}

}

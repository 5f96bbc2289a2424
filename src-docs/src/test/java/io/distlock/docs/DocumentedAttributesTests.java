// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The reference of the annotation names what the annotation has.
 */
class DocumentedAttributesTests {

	private static final Pattern ROW = Pattern.compile("^\\|(?<names>`\\w+`(?:, `\\w+`)*)\\R\\|(?<fallback>.+)$",
			Pattern.MULTILINE);

	private final List<MatchResult> rows = ROW.matcher(Document.page("annotation.adoc").text()).results().toList();

	@Test
	void everyAttributeIsListedAndNoOther() {
		Stream<String> listed = this.rows.stream().flatMap((row) -> names(row).stream());
		List<String> attributes = Arrays.stream(DistributedLock.class.getDeclaredMethods())
			.map(Method::getName)
			.toList();
		assertThat(listed).containsExactlyInAnyOrderElementsOf(attributes);
	}

	@Test
	void defaultsAreThoseOfTheAnnotation() {
		assertThat(this.rows).allSatisfy((row) -> {
			String name = names(row).get(0);
			Object value = DistributedLock.class.getDeclaredMethod(name).getDefaultValue();
			if (!"".equals(value)) {
				assertThat(row.group(2)).as(name).isEqualTo("`" + value + "`");
			}
		});
	}

	private static List<String> names(MatchResult row) {
		return Arrays.asList(row.group(1).replace("`", "").split(", "));
	}

}

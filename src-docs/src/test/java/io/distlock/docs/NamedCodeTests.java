// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.distlock.docs.code.JavaSources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Classes and methods that pages name exist: tests on all pages, and all else on those
 * that say how it works, or are about a protocol. So a reason does not outlive the code
 * that it is the reason of.
 */
class NamedCodeTests {

	private static final Pattern TEST = Pattern
		.compile("`(?<type>\\w+(?:Tests|Contract))(?:\\.(?<nested>\\w+))?(?:#(?<method>\\w+))?`");

	private static final Pattern CODE = Pattern
		.compile("`(?<type>[A-Z]\\w*[a-z]\\w*)(?:\\.(?<member>\\w+))?(?:#(?<method>\\w+))?`");

	private static final Pattern REASONS = Pattern.compile("^\\*\\* How it works$\\R(?<pages>(?:^\\*\\*\\*.*$\\R)+)",
			Pattern.MULTILINE);

	private static final Pattern PAGE = Pattern.compile("xref:(?<page>[\\w-]+\\.adoc)");

	private static final JavaSources SOURCES = JavaSources.read();

	static Collection<Document> pages() {
		return Document.pages();
	}

	static Collection<Document> reasons() {
		String navigation = Document.read(Document.PAGES.resolveSibling("nav.adoc")).text();
		MatchResult part = REASONS.matcher(navigation).results().findFirst().orElseThrow();
		List<String> named = PAGE.matcher(part.group(1)).results().map((page) -> page.group(1)).toList();
		return Document.pages()
			.stream()
			.filter((page) -> isReason(page.path().getFileName().toString(), named))
			.toList();
	}

	private static boolean isReason(String page, List<String> named) {
		return named.contains(page) || page.endsWith("-protocol.adoc");
	}

	@ParameterizedTest
	@MethodSource("pages")
	void testsThatAPageNamesExist(Document page) {
		for (MatchResult test : TEST.matcher(page.text()).results().toList()) {
			assertExists(page, test);
		}
	}

	@ParameterizedTest
	@MethodSource("reasons")
	void codeThatAReasonNamesExists(Document page) {
		for (MatchResult code : CODE.matcher(page.text()).results().toList()) {
			if (!isOfTheJdk(code.group(1))) {
				assertExists(page, code);
			}
		}
	}

	@Test
	void whatDoesNotExistIsMissed() {
		assertThat(SOURCES.of("NamedCodeTests")).hasSize(1);
		assertThat(SOURCES.of("NamedCode" + "Test")).isEmpty();
		assertThat(SOURCES.hasMethod("NamedCodeTests", "whatDoesNotExistIsMissed")).isTrue();
		assertThat(SOURCES.hasMethod("NamedCodeTests", "whatDoesNotExist")).isFalse();
		assertThat(SOURCES.hasMethod("NamedCodeTests", "orElseThrow")).isFalse();
		assertThat(SOURCES.hasWord("NamedCodeTests", "REASONS")).isTrue();
		assertThat(SOURCES.hasWord("NamedCodeTests", "REA" + "SO")).isFalse();
	}

	private static void assertExists(Document page, MatchResult code) {
		String type = code.group(1);
		String member = code.group(2);
		String method = code.group(3);
		assertThat(SOURCES.of(type)).as("sources of '%s', which %s names", type, page).isNotEmpty();
		if (member != null) {
			assertThat(SOURCES.hasWord(type, member)).as("'%s' in %s, which %s names", member, type, page).isTrue();
		}
		if (method != null) {
			assertThat(SOURCES.hasMethod(type, method)).as("method '%s' in %s, which %s names", method, type, page)
				.isTrue();
		}
	}

	private static boolean isOfTheJdk(String type) {
		return List.of("java.lang.", "java.time.", "java.util.").stream().anyMatch((known) -> {
			try {
				Class.forName(known + type, false, NamedCodeTests.class.getClassLoader());
				return true;
			}
			catch (ClassNotFoundException ex) {
				return false;
			}
		});
	}

}

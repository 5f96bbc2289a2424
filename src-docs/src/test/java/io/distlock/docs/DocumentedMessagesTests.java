// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of messages has each warning and each error that the code logs, and no other.
 */
class DocumentedMessagesTests {

	private static final Pattern LOGGED = Pattern.compile(
			"(?:\\.(?:warn|error)|warnings\\.add|warnings\\(\\) \\{[^\"]*\\.of)\\((?:\\s*\\()*\\s*\"((?:[^\"\\\\]++|\\\\.)*+)\"");

	private static final Pattern INDIRECTLY_LOGGED = Pattern
		.compile("(?:logger|log)(?:\\.|::)(?:warn|error)\\b(?!\\(\\s*\")");

	private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"");

	private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

	private static final Pattern PLACE = Pattern.compile("\\{\\}|%[sd]");

	private static final Pattern ROW = Pattern.compile("^\\|`(.+)`$", Pattern.MULTILINE);

	private final List<String> rows = ROW.matcher(Document.page("messages.adoc").text())
		.results()
		.map((row) -> row.group(1))
		.toList();

	@Test
	void eachWarningAndErrorIsExplained() {
		assertThat(sources().flatMap((source) -> found(LOGGED, source))).hasSizeGreaterThan(40)
			.allSatisfy((message) -> assertThat(this.rows).as(message).anyMatch(message::startsWith));
	}

	@Test
	void messagesOfOtherSourcesAreFoundInTheseFilesOnly() {
		assertThat(files().filter((file) -> INDIRECTLY_LOGGED.matcher(text(file)).find())
			.map((file) -> file.getFileName().toString())).containsExactlyInAnyOrder("FencedLock.java",
					"StaleReads.java", "DistlockLifecycle.java", "RedisServerCheck.java", "RedlockServerCheck.java");
	}

	@Test
	void eachExplainedMessageIsInTheCode() {
		List<String> literals = sources().flatMap((source) -> found(LITERAL, source)).toList();
		assertThat(this.rows).hasSizeGreaterThan(40)
			.doesNotHaveDuplicates()
			.allSatisfy((row) -> assertThat(literals).anyMatch((literal) -> literal.contains(row)));
	}

	private static Stream<String> sources() {
		return files().map(DocumentedMessagesTests::text);
	}

	private static Stream<Path> files() {
		return Stream.of("distlock-core", "distlock-spring", "distlock-spring-boot-autoconfigure", "stores")
			.map(Document.ROOT::resolve)
			.flatMap((module) -> Document.files(module, ".java").stream())
			.filter(DocumentedMessagesTests::isOfTheLibrary);
	}

	private static String text(Path file) {
		return JOINED.matcher(Document.read(file).text()).replaceAll("");
	}

	private static boolean isOfTheLibrary(Path file) {
		return file.toString().contains("src/main/java") && !file.toString().contains("distlock-provider-tck");
	}

	private static Stream<String> found(Pattern pattern, String source) {
		return pattern.matcher(source).results().map((found) -> PLACE.matcher(found.group(1)).replaceAll("…"));
	}

}

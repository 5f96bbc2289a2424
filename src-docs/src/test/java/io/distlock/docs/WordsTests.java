// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pages, papers, comments and messages name the actor: another node, the next waiter, an
 * operator.
 */
class WordsTests {

	private static final Pattern NO_ACTOR = Pattern.compile("\\b(no" + "body|some" + "body|any" + "body|every"
			+ "body|who" + "ever|to be had|is none to|falls away)\\b", Pattern.CASE_INSENSITIVE);

	/**
	 * English of this project alone: notify, report, show, define, fix, continue.
	 */
	private static final Pattern OWN_ENGLISH = Pattern
		.compile("\\b(mend(s|ed)?|tells?|told|brings?|brought|goes on|go on)\\b", Pattern.CASE_INSENSITIVE);

	/**
	 * Protocols, proofs and records of decisions are for those who change the library.
	 */
	private static final Pattern FOR_DEVELOPERS = Pattern
		.compile("(.*-protocol|conformance|decisions|fault-model|faults|how-it-works|messages)\\.adoc");

	private static final String[] KINDS = { ".adoc", ".md", ".java", ".lua", ".js", ".html", ".yml", ".sql", ".json" };

	@Test
	void textsNameTheActor() throws IOException {
		List<String> found = new ArrayList<>();
		List<Path> read = Document.files(Document.ROOT, KINDS).stream().filter(WordsTests::isNoTest).toList();
		for (Path file : read) {
			check(file, found);
		}
		assertThat(read).hasSizeGreaterThan(1000);
		assertThat(found)
			.as("Name the actor: another node, the next waiter, an operator; for what is not to be had, "
					+ "say that it is busy or missing")
			.isEmpty();
	}

	@Test
	void pagesForUsersAreInPlainEnglish() {
		List<String> found = Document.all()
			.stream()
			.filter((page) -> !FOR_DEVELOPERS.matcher(page.path().getFileName().toString()).matches())
			.flatMap((page) -> page.text()
				.lines()
				.filter((line) -> OWN_ENGLISH.matcher(line).find())
				.map((line) -> page.path().getFileName() + ": " + line.strip()))
			.toList();
		assertThat(found).as("Write notify, report, show, define, fix, continue").isEmpty();
	}

	/**
	 * Names and values of tests may be what they like.
	 */
	private static boolean isNoTest(Path file) {
		return !file.toString().replace('\\', '/').contains("/src/test/");
	}

	private static void check(Path file, List<String> found) throws IOException {
		List<String> lines = Files.readAllLines(file);
		for (int i = 0; i < lines.size(); i++) {
			if (NO_ACTOR.matcher(lines.get(i)).find()) {
				found.add("%s:%d: %s".formatted(file, i + 1, lines.get(i).strip()));
			}
		}
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Links inside the documentation lead somewhere.
 */
class DocumentedLinksTests {

	private static final Pattern XREF = Pattern.compile("xref:(?<page>[\\w-]+\\.adoc)(#(?<anchor>[\\w-]+))?\\[");

	private static final Pattern REFERENCE = Pattern.compile("<<(?<anchor>[\\w-]+)(,[^>]*)?>>");

	private static final Pattern MARKDOWN_LINK = Pattern.compile("\\]\\((?<target>[^)#:]+)(#(?<anchor>[\\w-]+))?\\)");

	private static final Pattern IMAGE = Pattern.compile("image::?([^\\[\\s]+)\\[([^\\]]*)]");

	private static final Pattern ATTACHMENT = Pattern.compile("(?:attachment\\$|\\{attachmentsdir}/)([^\\[\\s]+)\\[");

	private static final String ATTACHMENTS_ON_A_FORGE = "ifndef::site-gen-antora[:attachmentsdir: ../attachments]";

	private static final Pattern ATTRIBUTE = Pattern.compile("(?<!\\\\)\\{([a-z0-9][a-z0-9-]*)}");

	private static final Pattern BLOCK = Pattern.compile("^(----|\\.\\.\\.\\.)\\R.*?^\\1$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern GLANCE = Pattern.compile("^\\|xref:(benchmarks-\\w+\\.adoc)\\[([^]]+)](.*)$",
			Pattern.MULTILINE);

	private static final String DRAW = "mvn -q -Pbenchmarks -Dbench.args=\"--glance --docs\"";

	private static final Pattern RATIO = Pattern.compile("[\\d.]+ \\([\\d.]+–[\\d.]+\\)");

	private static final Document NAVIGATION = Document.read(Document.PAGES.resolveSibling("nav.adoc"));

	static Collection<Document> pagesAndNavigation() {
		return Stream.concat(Document.pages().stream(), Stream.of(NAVIGATION)).toList();
	}

	@ParameterizedTest
	@MethodSource("pagesAndNavigation")
	void crossReferencesLeadToAPageAndAnAnchor(Document document) {
		for (MatchResult xref : XREF.matcher(document.text()).results().toList()) {
			Path page = Document.PAGES.resolve(xref.group(1));
			assertThat(page).exists();
			if (xref.group(3) != null) {
				assertThat(Document.read(page).text()).contains("[[" + xref.group(3) + "]]");
			}
		}
	}

	/**
	 * Without a text, a link into another page shows the name of the file.
	 */
	@ParameterizedTest
	@MethodSource("pagesAndNavigation")
	void crossReferencesToAnAnchorHaveAText(Document document) {
		assertThat(document.text()).doesNotContainPattern("xref:[\\w-]+\\.adoc#[\\w-]+\\[]");
	}

	@ParameterizedTest
	@MethodSource("pagesAndNavigation")
	void referencesWithinAPageLeadToAnAnchor(Document document) {
		assertThat(REFERENCE.matcher(document.text()).results().map((reference) -> "[[" + reference.group(1) + "]]"))
			.allSatisfy((anchor) -> assertThat(document.text()).contains(anchor));
	}

	@ParameterizedTest
	@MethodSource("pagesAndNavigation")
	void attributesAreDefinedOrEscaped(Document document) {
		String text = BLOCK.matcher(document.text()).replaceAll("");
		assertThat(ATTRIBUTE.matcher(text).results().map((attribute) -> attribute.group(1)).distinct())
			.allSatisfy((attribute) -> assertThat(document.text()).contains(":" + attribute + ":"));
	}

	/**
	 * A title that has a comma and no quotes is read as one and a width.
	 */
	@ParameterizedTest
	@MethodSource("pages")
	void imagesAreThereAndHaveATitleOfOnePart(Document document) {
		assertThat(IMAGE.matcher(document.text()).results()).allSatisfy((image) -> {
			assertThat(Document.PAGES.resolveSibling("images").resolve(image.group(1))).exists();
			assertThat(image.group(2)).as(image.group()).matches("\"[^\"]+\"(, *width=\\d+)?|[^\",]+");
		});
	}

	@ParameterizedTest
	@MethodSource("pages")
	void attachmentsExist(Document document) {
		assertThat(ATTACHMENT.matcher(document.text()).results()).allSatisfy(
				(link) -> assertThat(Document.PAGES.resolveSibling("attachments").resolve(link.group(1))).exists());
	}

	/**
	 * A forge does not set the attribute.
	 */
	@ParameterizedTest
	@MethodSource("pages")
	void pagesWithAttachmentsSetTheirFolder(Document page) {
		assertThat(page.text().contains("{attachmentsdir}")).isEqualTo(page.text().contains(ATTACHMENTS_ON_A_FORGE));
	}

	@Test
	void eachAttachmentIsLinked() {
		List<String> linked = pages().stream()
			.flatMap((document) -> ATTACHMENT.matcher(document.text()).results())
			.map((link) -> link.group(1))
			.toList();
		Path attachments = Document.PAGES.resolveSibling("attachments");
		assertThat(Document.files(attachments, ".csv", ".json", ".yml")).isNotEmpty()
			.allSatisfy((file) -> assertThat(linked).contains(attachments.relativize(file).toString()));
	}

	static Collection<Document> pages() {
		return Document.pages();
	}

	/**
	 * What is measured anew is measured anew at a glance.
	 */
	@Test
	void numbersAtAGlanceAreThoseOfThePagesThatTheyLeadTo() {
		List<MatchResult> rows = GLANCE.matcher(Document.page("benchmarks.adoc").text()).results().toList();
		assertThat(rows).hasSizeGreaterThan(10)
			.allSatisfy((row) -> assertThat(RATIO.matcher(row.group(3)).results().map(MatchResult::group)).isNotEmpty()
				.allSatisfy((ratio) -> assertThat(Document.page(row.group(1)).text()).contains("|" + ratio + " |")));
	}

	/**
	 * Letters of the chart are drawn, so it has its numbers in a description, too.
	 */
	@Test
	void chartAtAGlanceShowsTheRowsThatHaveAPeer() throws IOException {
		String drawn = Files.readString(Document.PAGES.resolveSibling("images/benchmarks/at-a-glance.svg"));
		String described = drawn.substring(drawn.indexOf("<desc>") + "<desc>".length(), drawn.indexOf("</desc>"));
		List<String> compared = new ArrayList<>();
		GLANCE.matcher(Document.page("benchmarks.adoc").text()).results().forEach((row) -> {
			String peer = row.group(3).substring(row.group(3).lastIndexOf('|') + 1);
			RATIO.matcher(peer)
				.results()
				.forEach((ratio) -> compared
					.add(row.group(2) + ": " + ratio.group() + (peer.startsWith("*") ? ", behind" : "")));
		});
		assertThat(described.strip().lines()).as("Draw it again with: " + DRAW).containsExactlyElementsOf(compared);
	}

	@Test
	void navigationNamesEveryPageOnce() {
		List<String> named = new ArrayList<>();
		XREF.matcher(NAVIGATION.text()).results().forEach((xref) -> named.add(xref.group(1)));
		List<String> pages = Document.pages().stream().map((page) -> page.path().getFileName().toString()).toList();
		assertThat(named).containsExactlyInAnyOrderElementsOf(pages);
	}

	@Test
	void linksOfTheReadmeLeadToAFileAndAnAnchor() {
		List<MatchResult> links = MARKDOWN_LINK.matcher(Document.readme().text()).results().toList();
		assertThat(links).isNotEmpty().allSatisfy((link) -> {
			Path file = Document.ROOT.resolve(link.group(1));
			assertThat(file).exists();
			if (link.group(3) != null) {
				assertThat(Document.read(file).text()).contains("[[" + link.group(3) + "]]");
			}
		});
	}

}

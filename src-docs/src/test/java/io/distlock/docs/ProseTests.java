// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps pages and Javadoc as plain as the reference of Spring. The limits may only be
 * lowered.
 */
class ProseTests {

	@Test
	void pagesAreInPlainEnglish() {
		Path reference = Document.PAGES.getParent();
		Map<Path, Prose> pages = count(Document.files(reference, ".adoc"), Prose::ofPage);
		assertThat(pages).hasSizeGreaterThan(40);
		assertPlain(pages, 1.6, 2.9);
	}

	@Test
	void readmeIsInPlainEnglish() {
		assertPlain(Map.of(Document.ROOT.resolve("README.md"), Prose.ofPage(Document.readme().text())), 1.8, 3.2);
	}

	@Test
	void javadocIsInPlainEnglish() {
		List<Path> sources = Document.files(Document.ROOT, ".java")
			.stream()
			.filter((file) -> isOfLibrary(Document.ROOT.relativize(file).toString().replace('\\', '/')))
			.toList();
		Map<Path, Prose> classes = count(sources, Prose::ofJavadoc);
		assertThat(classes).hasSizeGreaterThan(500);
		assertPlain(classes, 3.0, 4.5);
	}

	private static boolean isOfLibrary(String file) {
		return file.contains("/src/main/java/") && !file.contains("tck")
				&& !file.matches("(proofs|src-docs|src-build|distlock-sample-app)/.*");
	}

	private static Map<Path, Prose> count(List<Path> files, Function<String, Prose> counter) {
		return files.stream()
			.collect(Collectors.toMap(Function.identity(), (file) -> counter.apply(Document.read(file).text()),
					Prose::plus, LinkedHashMap::new));
	}

	private static void assertPlain(Map<Path, Prose> files, double mostOdd, double mostPronouns) {
		Prose all = files.values().stream().reduce(Prose.NONE, Prose::plus);
		String oddest = files.entrySet()
			.stream()
			.filter((file) -> file.getValue().words() >= 80)
			.sorted(Comparator.comparing((file) -> -file.getValue().oddInHundred()))
			.limit(10)
			.map((file) -> Document.ROOT.relativize(file.getKey()) + ": " + file.getValue())
			.collect(Collectors.joining("\n"));
		assertThat(all.oddInHundred()).as("Odd words in 100 of %s; the oddest files:%n%s", all, oddest)
			.isLessThanOrEqualTo(mostOdd);
		assertThat(all.pronounsInHundred()).as("Pronouns in 100 of %s; the oddest files:%n%s", all, oddest)
			.isLessThanOrEqualTo(mostPronouns);
	}

}

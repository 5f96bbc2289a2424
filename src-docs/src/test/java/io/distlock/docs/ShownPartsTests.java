// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.distlock.docs.start.GettingStartedTests;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pages show compiled code themselves, since a forge does not follow an include. With
 * {@code -Ddocs.write} this writes them there.
 */
class ShownPartsTests {

	private final ShownParts parts = new ShownParts();

	static Collection<Document> pages() {
		return Document.pages();
	}

	@ParameterizedTest
	@MethodSource("pages")
	void pageShowsWhatItsPartsSay(Document page) throws IOException {
		String text = this.parts.fill(page.text());
		if (System.getProperty("docs.write") != null) {
			Files.writeString(page.path(), text);
			return;
		}
		assertThat(page.text()).as("%s, which ShownPartsTests writes anew with -Ddocs.write", page).isEqualTo(text);
	}

	@ParameterizedTest
	@MethodSource("pages")
	void pageIncludesNothing(Document page) {
		assertThat(page.text()).doesNotContain("include::");
	}

	/**
	 * Except for whole files, which {@link GettingStartedTests} compiles.
	 */
	@ParameterizedTest
	@MethodSource("pages")
	void eachBlockOfJavaNamesItsSource(Document page) {
		List<String> blocks = new ArrayList<>(page.blocks("java"));
		blocks.removeAll(page.titledBlocks().values());
		assertThat(ShownParts.examples(page.text())).hasSameSizeAs(blocks);
	}

}

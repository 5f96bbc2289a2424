// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages name the same differences between stores as the table of guarantees.
 */
class StoreDifferencesTests {

	private static final Pattern TABLE = Pattern.compile("\\[\\[table]].*?\\|===\\R(.*?)\\R\\|===", Pattern.DOTALL);

	private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");

	private static final Pattern DUE = Pattern.compile("^.*\\[\\[due]](.*)$", Pattern.MULTILINE);

	private static final Pattern LATE = Pattern
		.compile("^\\|The lock of a dead node is free after `leaseTime`.*\\R(.*)$", Pattern.MULTILINE);

	private static final int HOLDER_DIES = 1;

	private static final int CLOCKS_OF_NODES = 6;

	private final String guarantees = Document.page("guarantees.adoc").text();

	private final List<List<String>> rows = Arrays.stream(find(TABLE, this.guarantees).split("\\R\\R"))
		.map((row) -> row.lines().toList())
		.toList();

	@Test
	void eachStoreHasACellInEachColumn() {
		int columns = this.rows.get(0).get(0).split("\\|").length - 1;
		assertThat(this.rows.subList(1, this.rows.size())).hasSizeGreaterThan(10)
			.allSatisfy((row) -> assertThat(row).hasSize(columns));
	}

	@Test
	void storesThatKeepTheLockOfADeadNodeLongerAreNamedWhereAStoreIsChosen() {
		String late = find(LATE, Document.page("which-store.adoc").text()).toLowerCase(Locale.ROOT);
		List<String> named = stores().filter((store) -> late.contains(store.replace('-', ' '))).toList();
		assertThat(storesWhere(HOLDER_DIES, "session|half as long again|up to")).hasSizeGreaterThan(3)
			.containsExactlyInAnyOrderElementsOf(named);
	}

	@Test
	void storesWithoutAClockAreThoseThatLetTheNodesDecideWhenAJobIsDue() {
		List<String> named = NAME.matcher(find(DUE, this.guarantees)).results().map((name) -> name.group(1)).toList();
		assertThat(storesWhere(CLOCKS_OF_NODES, "by the clocks of nodes")).isNotEmpty()
			.containsExactlyInAnyOrderElementsOf(named);
		assertThat(named).containsExactlyInAnyOrderElementsOf(storesWithTheClocksOfNodes())
			.allSatisfy((store) -> assertThat(Document.page(store + ".adoc").text())
				.contains("decided by the clocks of the nodes"));
	}

	private List<String> storesWhere(int column, String pattern) {
		Pattern found = Pattern.compile(pattern);
		return this.rows.stream()
			.skip(1)
			.filter((row) -> found.matcher(row.get(column)).find())
			.map(StoreDifferencesTests::store)
			.toList();
	}

	private Stream<String> stores() {
		return this.rows.stream().skip(1).map(StoreDifferencesTests::store).distinct();
	}

	private static String store(List<String> row) {
		return find(NAME, row.get(0));
	}

	/**
	 * Find the stores whose jobs {@code LineLockProvider} keeps.
	 */
	private static List<String> storesWithTheClocksOfNodes() {
		Path stores = Document.ROOT.resolve("stores");
		return Document.files(stores, ".java")
			.stream()
			.filter((file) -> file.toString().contains("src/main/java"))
			.filter((file) -> Document.read(file).text().contains("import io.distlock.line.LineLockProvider;"))
			.map((file) -> stores.relativize(file).getName(0).toString().substring("distlock-".length()))
			.filter((store) -> !store.equals("provider-tck"))
			.distinct()
			.toList();
	}

	private static String find(Pattern pattern, String text) {
		return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
	}

}

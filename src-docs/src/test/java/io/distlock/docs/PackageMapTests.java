// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables of packages that contributors read name each package of the library once,
 * and no other.
 */
class PackageMapTests {

	private static final Pattern SOURCE = Pattern
		.compile("^(?:stores/)?distlock-(?!sample)[a-z-]+/src/main/(?:java|kotlin)/(io/distlock.*)/[^/]+$");

	private static final Pattern ROW = Pattern.compile("^\\|(`io\\.distlock[^|]*)\\|", Pattern.MULTILINE);

	private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

	@Test
	void tablesNameThePackagesOfTheLibrary() {
		Set<String> packages = Document.files(Document.ROOT, ".java")
			.stream()
			.filter((file) -> !file.endsWith("package-info.java"))
			.map((file) -> SOURCE.matcher(Document.ROOT.relativize(file).toString().replace('\\', '/')))
			.filter(Matcher::matches)
			.map((source) -> source.group(1).replace('/', '.'))
			.collect(Collectors.toCollection(TreeSet::new));
		packages.add("io.distlock.kotlin");
		assertThat(ROW.matcher(Document.page("how-it-works.adoc").text())
			.results()
			.flatMap((row) -> NAME.matcher(row.group(1)).results())
			.map((name) -> name.group(1))).containsExactlyInAnyOrderElementsOf(packages);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Code of other files on pages. A comment before the code names the file and the region.
 */
final class ShownParts {

	private static final Pattern EXAMPLE = Pattern.compile(
			"^// (?<name>example\\$\\S+)\\R\\[source,java\\]\\R----\\R(?<shown>.*?)^----$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private final Snippets snippets = Snippets.read();

	/**
	 * Return the names of the examples that a page shows.
	 */
	static List<String> examples(String page) {
		return EXAMPLE.matcher(page).results().map((example) -> example.group(1)).toList();
	}

	/**
	 * Return a page with all parts as they are now.
	 */
	String fill(String page) {
		return EXAMPLE.matcher(page).replaceAll((found) -> Matcher.quoteReplacement(filled(page, found)));
	}

	private String filled(String page, MatchResult found) {
		return page.substring(found.start(), found.start(2)) + code(found.group(1))
				+ page.substring(found.end(2), found.end());
	}

	private String code(String name) {
		String code = this.snippets.byName().get(name);
		if (code == null) {
			throw new IllegalStateException("There is no region '%s'".formatted(name));
		}
		return code + "\n";
	}

}

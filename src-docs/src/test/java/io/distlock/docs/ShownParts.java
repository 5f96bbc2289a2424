// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What pages show of other files. A comment names the file and the region before the
 * code, and the file before and after the text of a partial.
 */
final class ShownParts {

	private static final Pattern EXAMPLE = Pattern.compile(
			"^// (?<name>example\\$\\S+)\\R\\[source,java\\]\\R----\\R(?<shown>.*?)^----$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern PARTIAL = Pattern.compile(
			"^// (?<name>partial\\$\\S+)\\R(?<shown>.*?)^// end of \\k<name>$", Pattern.MULTILINE | Pattern.DOTALL);

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
		return fill(PARTIAL, fill(EXAMPLE, page, this::code), ShownParts::partial);
	}

	private static String fill(Pattern pattern, String page, Function<String, String> parts) {
		return pattern.matcher(page).replaceAll((found) -> Matcher.quoteReplacement(filled(page, found, parts)));
	}

	private static String filled(String page, MatchResult found, Function<String, String> parts) {
		return page.substring(found.start(), found.start(2)) + parts.apply(found.group(1))
				+ page.substring(found.end(2), found.end());
	}

	private String code(String name) {
		String code = this.snippets.byName().get(name);
		if (code == null) {
			throw new IllegalStateException("There is no region '%s'".formatted(name));
		}
		return code + "\n";
	}

	private static String partial(String name) {
		Path file = Document.PAGES.resolveSibling("partials").resolve(name.substring(name.indexOf('$') + 1));
		return Files.exists(file) ? "\n" + Document.read(file).text().strip() + "\n\n" : "";
	}

}

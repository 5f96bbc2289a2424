// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tagged regions of the compiled examples.
 */
final class Snippets {

	private static final Pattern REGION = Pattern.compile(
			"^[ \\t]*// tag::(?<tag>[\\w-]+)\\[\\]\\R(?<code>.*?)^[ \\t]*// end::\\k<tag>\\[\\]$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern MARKER = Pattern.compile("^[ \\t]*// (tag|end)::[\\w-]+\\[\\]\\R", Pattern.MULTILINE);

	private final Map<String, String> regions;

	private Snippets(Map<String, String> regions) {
		this.regions = regions;
	}

	static Snippets read() {
		Map<String, String> regions = new LinkedHashMap<>();
		for (Path file : Document.files(Document.EXAMPLES, ".java")) {
			String name = Document.EXAMPLES.relativize(file).toString().replace('\\', '/');
			collect(name, Document.read(file).text(), regions);
		}
		return new Snippets(regions);
	}

	private static void collect(String file, String text, Map<String, String> regions) {
		Matcher matcher = REGION.matcher(text);
		for (int from = 0; matcher.find(from); from = matcher.start("code")) {
			regions.put("example$%s[tag=%s]".formatted(file, matcher.group("tag")),
					dedent(MARKER.matcher(matcher.group("code")).replaceAll("")));
		}
	}

	private static String dedent(String code) {
		int indent = code.lines()
			.filter((line) -> !line.isBlank())
			.mapToInt((line) -> line.length() - line.stripLeading().length())
			.min()
			.orElse(0);
		return code.lines()
			.map((line) -> line.isBlank() ? "" : line.substring(indent))
			.collect(Collectors.joining("\n"))
			.strip();
	}

	/**
	 * Return the code of each region.
	 * @return the code by the name that a page uses for it
	 */
	Map<String, String> byName() {
		return this.regions;
	}

}

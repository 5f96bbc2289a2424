// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Text with a hole for a parameter, as other libraries fill it in: {@code order-#{#id}},
 * {@code order-{id}}, {@code order:{0}} or {@code order:%s}.
 *
 * @param before the text before the hole
 * @param hole the hole
 * @param after the text after it
 * @since 0.1.0
 */
public record KeyTemplate(String before, String hole, String after) {

	private static final Pattern HOLE = Pattern
		.compile("#?\\{[^{}]*\\}?|#(?<variable>[\\p{Alpha}_]\\w*)(?:\\.\\w+(?:\\(\\))?)*"
				+ "|%(?:\\d+\\$)?[sd]\\b|\\[(?<name>\\w+)\\]");

	private static final Pattern PATH = Pattern.compile("(\\w+)(?:\\.\\w+(?:\\(\\))?)*");

	private static final Pattern DELIMITERS = Pattern.compile("^#?[{\\[]#?|^#|[}\\]]$");

	private static final Pattern ENDS = Pattern.compile("^\\W+|\\W+$");

	/**
	 * Find the first hole.
	 * @param text the text
	 * @param parameters the parameters of the method: brackets are a hole if they contain
	 * the name of one, and so is a {@code #} before such a name
	 * @return the template, or {@code null} if the text has no hole
	 */
	public static @Nullable KeyTemplate find(String text, MethodParameters parameters) {
		Matcher hole = HOLE.matcher(text);
		while (hole.find()) {
			if (isHole(hole.group("name"), parameters) && isHole(hole.group("variable"), parameters)) {
				return new KeyTemplate(text.substring(0, hole.start()), hole.group(), text.substring(hole.end()));
			}
		}
		return null;
	}

	private static boolean isHole(@Nullable String name, MethodParameters parameters) {
		return name == null || parameters.has(name) || name.equals("root");
	}

	/**
	 * Propose a name and a key that do what the template does elsewhere.
	 * @param parameters the parameters of the method
	 * @return the attributes as written in Java, or {@code null} if the hole is for none
	 * of the parameters
	 */
	public @Nullable String attributes(MethodParameters parameters) {
		String name = ENDS.matcher(this.before.isBlank() ? this.after : this.before).replaceAll("");
		String key = key(parameters);
		if (key == null) {
			return null;
		}
		return (name.isEmpty() ? "" : "name = \"%s\", ".formatted(name)) + "key = \"%s\"".formatted(key);
	}

	private @Nullable String key(MethodParameters parameters) {
		if (this.hole.startsWith("%")) {
			return (parameters.has("p0") && !parameters.has("p1")) ? "#p0" : null;
		}
		String path = DELIMITERS.matcher(this.hole).replaceAll("");
		if (this.hole.startsWith("{") && parameters.has("p" + path)) {
			return "#p" + path;
		}
		Matcher property = PATH.matcher(path);
		return (property.matches() && parameters.has(property.group(1))) ? "#" + path : null;
	}

}

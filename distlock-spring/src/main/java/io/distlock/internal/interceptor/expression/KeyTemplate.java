// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Text with a placeholder for a parameter in the syntax of other libraries:
 * {@code order-#{#id}}, {@code order-{id}}, {@code order:{0}} or {@code order:%s}.
 *
 * @param before the text before the placeholder
 * @param hole the placeholder
 * @param after the text after the placeholder
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
	 * Find the first placeholder.
	 * @param text the text
	 * @param parameters the parameters of the method: brackets, or a {@code #}, are a
	 * placeholder only with the name of a parameter
	 * @return the template, or {@code null} for a text without a placeholder
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
	 * Suggest a name and key equivalent to the template.
	 * @param parameters the parameters of the method
	 * @return the attributes as written in Java, or {@code null} if the placeholder
	 * matches no parameter
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

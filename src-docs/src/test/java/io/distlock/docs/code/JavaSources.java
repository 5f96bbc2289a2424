// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.code;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.distlock.docs.Document;

/**
 * The Java sources of all modules, as pages name them: by the simple name of a class.
 *
 * @param files the sources of each name, which may be several
 */
public record JavaSources(Map<String, List<String>> files) {

	private static final String EXTENSION = ".java";

	public static JavaSources read() {
		return new JavaSources(Document.files(Document.ROOT, EXTENSION)
			.stream()
			.collect(Collectors.groupingBy(JavaSources::className,
					Collectors.mapping((file) -> Document.read(file).text(), Collectors.toList()))));
	}

	private static String className(Path file) {
		String name = file.getFileName().toString();
		return name.substring(0, name.length() - EXTENSION.length());
	}

	/**
	 * Return the sources of a class, none if there is no class of that name.
	 */
	public List<String> of(String className) {
		return this.files.getOrDefault(className, List.of());
	}

	/**
	 * Return whether a class declares a method.
	 */
	public boolean hasMethod(String className, String method) {
		Pattern declaration = Pattern.compile(
				"^\\t+(?!return |new |throw |else )[\\w<@][\\w<>\\[\\], .?&@]* %s\\(".formatted(Pattern.quote(method)),
				Pattern.MULTILINE);
		return of(className).stream().anyMatch((source) -> declaration.matcher(source).find());
	}

	/**
	 * Return whether a class has a word, such as a constant or a nested class.
	 */
	public boolean hasWord(String className, String word) {
		Pattern pattern = Pattern.compile("\\b%s\\b".formatted(Pattern.quote(word)));
		return of(className).stream().anyMatch((source) -> pattern.matcher(source).find());
	}

}

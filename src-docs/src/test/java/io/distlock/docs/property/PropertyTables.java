// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.property;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.distlock.docs.Document;
import io.distlock.docs.property.ConfigurationMetadata.Property;

/**
 * Writes the tables of all properties: one for each class that properties are bound to.
 */
final class PropertyTables {

	private final ConfigurationMetadata metadata;

	PropertyTables(ConfigurationMetadata metadata) {
		this.metadata = metadata;
	}

	String write() {
		return this.metadata.ownClasses().keySet().stream().map(this::table).collect(Collectors.joining("\n"));
	}

	private String table(String prefix) {
		String rows = this.metadata.properties()
			.values()
			.stream()
			.filter((property) -> prefix.equals(prefixOf(property)))
			.sorted(Comparator.comparing(Property::name))
			.map(PropertyTables::row)
			.collect(Collectors.joining("\n"));
		return """
				[[%s]]
				=== %s.*
				%s
				[cols="4,3,6"]
				|===
				|Property |Default |Meaning

				%s
				|===
				""".formatted(prefix.replace('.', '-'), prefix, reference(prefix), rows);
	}

	private String prefixOf(Property property) {
		return this.metadata.ownClasses()
			.keySet()
			.stream()
			.filter((prefix) -> property.name().startsWith(prefix + "."))
			.max(Comparator.comparingInt(String::length))
			.orElse("");
	}

	/**
	 * Lead to the page that is named like the prefix, if there is one.
	 */
	private static String reference(String prefix) {
		String page = prefix.substring(prefix.lastIndexOf('.') + 1) + ".adoc";
		return Files.exists(Document.PAGES.resolve(page)) ? "\nSee xref:%s[].\n".formatted(page) : "";
	}

	private static String row(Property property) {
		return "|`%s` |%s |%s".formatted(property.name(), values(property), description(property.description()));
	}

	/**
	 * Return the default, or all suggested values with the default in bold type.
	 */
	private static String values(Property property) {
		List<String> values = property.values().isEmpty() ? constants(property.type()) : property.values();
		String fallback = property.fallback().orElse("");
		if (values.isEmpty()) {
			return fallback.isEmpty() ? "" : code(fallback);
		}
		return values.stream()
			.map((value) -> value.equals(fallback) ? "*%s*".formatted(code(value)) : code(value))
			.collect(Collectors.joining(", "));
	}

	private static String description(String text) {
		return text.replace("|", "\\|").replaceAll("\"([^\"\\s]+)\"", "`$1`");
	}

	private static List<String> constants(String type) {
		try {
			Class<?> loaded = Class.forName(type);
			return loaded.isEnum() ? Arrays.stream(loaded.getEnumConstants()).map(PropertyTables::constant).toList()
					: List.of();
		}
		catch (ClassNotFoundException ex) {
			return List.of(); // a type with parameters
		}
	}

	private static String constant(Object constant) {
		return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private static String code(String value) {
		return "`" + value + "`";
	}

}

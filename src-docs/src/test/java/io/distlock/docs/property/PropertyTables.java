// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.property;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.docs.Document;
import io.distlock.docs.property.ConfigurationMetadata.Property;

/**
 * Writes the tables of all properties: one for each class that properties are bound to.
 */
final class PropertyTables {

	private static final Map<String, String> TYPES = Map.of("java.lang.Boolean", "`true` or `false`",
			"java.lang.Integer", "number", "java.lang.Long", "number", "java.lang.String", "text", "java.time.Duration",
			"duration", "org.springframework.util.unit.DataSize", "size");

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
				[cols="3,2,2,6"]
				|===
				|Property |Type |Default |Meaning

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
		if (!Files.exists(Document.PAGES.resolve(page))) {
			return "";
		}
		String title = Document.page(page).text().lines().findFirst().orElseThrow().substring(2);
		return "\nSee xref:%s[%s].\n".formatted(page, title);
	}

	private static String row(Property property) {
		String fallback = property.fallback().map((value) -> "`" + value + "`").orElse("none");
		return "|`%s` |%s |%s |%s".formatted(property.name(), type(property), fallback,
				description(property.description()));
	}

	private static String description(String text) {
		return text.replace("|", "\\|").replaceAll("\"([^\"\\s]+)\"", "`$1`");
	}

	private static String type(Property property) {
		if (!property.values().isEmpty()) {
			return oneOf(property.values());
		}
		String type = property.type();
		if (type.startsWith("java.util.List<") || type.startsWith("java.util.Set<")) {
			return "list";
		}
		if (type.startsWith("java.util.Map<")) {
			return "map";
		}
		String known = TYPES.get(type);
		return (known != null) ? known : constants(type);
	}

	private static String constants(String type) {
		try {
			Class<?> loaded = Class.forName(type);
			if (loaded.isEnum()) {
				return oneOf(Arrays.stream(loaded.getEnumConstants()).map(PropertyTables::constant).toList());
			}
		}
		catch (ClassNotFoundException ex) {
			// unknown as well
		}
		throw new IllegalStateException("PropertyTables has no word for the type " + type);
	}

	private static String constant(Object constant) {
		return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private static String oneOf(List<String> values) {
		return values.stream().map((value) -> "`" + value + "`").collect(Collectors.joining(", "));
	}

}

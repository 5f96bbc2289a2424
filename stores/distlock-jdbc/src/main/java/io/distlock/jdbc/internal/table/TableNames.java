// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.jdbc.internal.dialect.Dialect;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.StreamUtils;

/**
 * Names of tables with a configurable prefix, and the scripts that use the default
 * prefix.
 *
 * @since 0.1.0
 */
public final class TableNames {

	/**
	 * Prefix of the names in the scripts.
	 */
	public static final String DEFAULT_PREFIX = "DISTLOCK_";

	private static final Pattern PREFIX = Pattern
		.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,40}");

	private static final Pattern NAME = Pattern.compile(DEFAULT_PREFIX + "([A-Z_]+)");

	private TableNames() {
	}

	/**
	 * Check the prefix of table names.
	 * @param tablePrefix the prefix, optionally after a schema and a dot
	 * @param properties the prefix of the properties, such as {@code distlock.jdbc}
	 * @throws IllegalArgumentException if the prefix is not part of a valid table name
	 */
	public static void checkPrefix(String tablePrefix, String properties) {
		if (!PREFIX.matcher(tablePrefix).matches()) {
			throw new IllegalArgumentException(
					"'%s.table-prefix' must be letters, digits and '_', at most 41, optionally after a schema and a dot, but is '%s'"
						.formatted(properties, tablePrefix));
		}
	}

	// A prefix in lower case has the whole name in lower case, which some databases tell
	// from upper case.
	static String named(String tablePrefix, String name) {
		String start = tablePrefix.substring(tablePrefix.indexOf('.') + 1);
		boolean lower = !start.equals(start.toUpperCase(Locale.ROOT)) && start.equals(start.toLowerCase(Locale.ROOT));
		return tablePrefix + (lower ? name.toLowerCase(Locale.ROOT) : name);
	}

	/**
	 * Return the statements of a script.
	 * @param location a class in the package of the script
	 * @param name the start of the script's name, followed by the dialect
	 * @param dialect the database
	 * @param tablePrefix the prefix of the tables
	 * @return the statements, without semicolons
	 */
	public static List<String> script(Class<?> location, String name, Dialect dialect, String tablePrefix) {
		ClassPathResource resource = new ClassPathResource(name + dialect.id() + ".sql", location);
		try {
			String script = StreamUtils.copyToString(resource.getInputStream(), StandardCharsets.UTF_8);
			return Arrays.stream(script.split(";"))
				.map(String::strip)
				.filter((statement) -> !statement.isEmpty())
				.map((statement) -> NAME.matcher(statement)
					.replaceAll((table) -> Matcher.quoteReplacement(named(tablePrefix, table.group(1)))))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

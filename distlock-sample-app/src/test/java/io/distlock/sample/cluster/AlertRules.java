// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The alert rules of the reference.
 */
final class AlertRules {

	/**
	 * The folder of the rules, of their tests, and of the dashboard.
	 */
	static final Path ATTACHMENTS = Path.of("..", "src-docs", "modules", "ROOT", "attachments");

	/**
	 * The file of the rules.
	 */
	static final Path FILE = ATTACHMENTS.resolve("distlock-alerts.yml");

	private static final Pattern EXPRESSION = Pattern.compile("^ +expr: (.+)$", Pattern.MULTILINE);

	private AlertRules() {
	}

	static List<String> expressions() throws IOException {
		return EXPRESSION.matcher(Files.readString(FILE)).results().map((rule) -> rule.group(1)).toList();
	}

}

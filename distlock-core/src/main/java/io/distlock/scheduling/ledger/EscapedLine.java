/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.scheduling.ledger;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts as one line each, for stores that keep lines.
 *
 * @since 0.1.0
 */
public final class EscapedLine {

	private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

	private EscapedLine() {
	}

	/**
	 * Write a text without line breaks.
	 * @param text the text
	 * @return the line
	 */
	public static String of(String text) {
		return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
	}

	/**
	 * Read a text.
	 * @param line what {@link #of} has written
	 * @return the text
	 */
	public static String parse(String line) {
		return ESCAPED.matcher(line).replaceAll((match) -> Matcher.quoteReplacement(meant(match.group(1))));
	}

	private static String meant(String letter) {
		return switch (letter) {
			case "n" -> "\n";
			case "r" -> "\r";
			default -> letter;
		};
	}

}

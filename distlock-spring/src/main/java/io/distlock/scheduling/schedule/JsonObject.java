// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.schedule;

import io.distlock.scheduling.JobSchedule;

/**
 * Checks that a text is a JSON object, and writes it on one line of ASCII.
 */
final class JsonObject {

	private static final int MOST_NESTED = 50;

	private final String text;

	private int at;

	private JsonObject(String text) {
		this.text = text;
	}

	/**
	 * Return the text as it is kept.
	 * @throws IllegalArgumentException if it is no JSON object, or too long
	 */
	static String normalized(String text) {
		JsonObject json = new JsonObject(text);
		json.space();
		if (json.peek() != '{') {
			throw json.wrong("it does not begin with {");
		}
		json.value(0);
		json.space();
		if (json.at < text.length()) {
			throw json.wrong("there is more after its end");
		}
		String kept = ascii(text.strip());
		if (kept.length() > JobSchedule.MAX_PARAMETERS) {
			throw new IllegalArgumentException(
					"The parameters take %d characters, and at most %d are kept. Keep the data elsewhere, and its key here"
						.formatted(kept.length(), JobSchedule.MAX_PARAMETERS));
		}
		return kept;
	}

	/**
	 * Characters that are no ASCII are within strings, and line breaks are not.
	 */
	private static String ascii(String text) {
		StringBuilder kept = new StringBuilder();
		for (char letter : text.toCharArray()) {
			if (letter < ' ') {
				kept.append(' ');
			}
			else if (letter < 127) {
				kept.append(letter);
			}
			else {
				kept.append("\\u%04x".formatted((int) letter));
			}
		}
		return kept.toString();
	}

	private void value(int depth) {
		if (depth > MOST_NESTED) {
			throw wrong("it is nested too deeply");
		}
		space();
		switch (peek()) {
			case '{' -> members('}', depth, true);
			case '[' -> members(']', depth, false);
			case '"' -> string();
			default -> literal();
		}
	}

	private void members(char end, int depth, boolean named) {
		this.at++;
		space();
		if (peek() == end) {
			this.at++;
			return;
		}
		while (true) {
			if (named) {
				space();
				string();
				space();
				expect(':');
			}
			value(depth + 1);
			space();
			if (peek() == end) {
				this.at++;
				return;
			}
			expect(',');
		}
	}

	private void string() {
		expect('"');
		while (peek() != '"') {
			char letter = peek();
			if (letter < ' ') {
				throw wrong("a string does not end");
			}
			this.at++;
			if (letter == '\\') {
				escape();
			}
		}
		this.at++;
	}

	private void escape() {
		int digits = (peek() == 'u') ? 4 : 0;
		if ("\"\\/bfnrtu".indexOf(peek()) < 0) {
			throw wrong("there is no such escape");
		}
		this.at++;
		for (int i = 0; i < digits; i++) {
			if (Character.digit(peek(), 16) < 0) {
				throw wrong("an escape needs four digits");
			}
			this.at++;
		}
	}

	private void literal() {
		int start = this.at;
		while (this.at < this.text.length() && ",]} \t\r\n".indexOf(peek()) < 0) {
			this.at++;
		}
		String literal = this.text.substring(start, this.at);
		if (!literal.matches("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
			this.at = start;
			throw wrong("there is no value");
		}
	}

	private void expect(char letter) {
		if (peek() != letter) {
			throw wrong("there is no " + letter);
		}
		this.at++;
	}

	private void space() {
		while (" \t\r\n".indexOf(peek()) >= 0) {
			this.at++;
		}
	}

	private char peek() {
		return (this.at < this.text.length()) ? this.text.charAt(this.at) : '\0';
	}

	private IllegalArgumentException wrong(String why) {
		return new IllegalArgumentException(
				"The parameters are no JSON object: %s, at character %d".formatted(why, this.at + 1));
	}

}

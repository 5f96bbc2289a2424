// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Lock keys for display. Keys may contain external input, which must not start a new log
 * line, control a terminal, or fill a disk.
 */
final class ShownKey {

	private static final int MAX_LENGTH = 200;

	private static final String CUT = "...";

	private ShownKey() {
	}

	static String of(String name) {
		return isPlain(name) ? name : escaped(name);
	}

	/**
	 * Return whether a name needs no escaping, which is true for nearly all names.
	 */
	private static boolean isPlain(String name) {
		if (name.length() > MAX_LENGTH) {
			return false;
		}
		for (int i = 0; i < name.length(); i++) {
			char character = name.charAt(i);
			if (character < ' ' || character > '~') {
				return false;
			}
		}
		return true;
	}

	private static String escaped(String name) {
		StringBuilder shown = new StringBuilder(Math.min(name.length(), MAX_LENGTH) + CUT.length());
		int i = 0;
		while (i < name.length()) {
			int character = name.codePointAt(i);
			String text = isPlain(character) ? Character.toString(character) : escaped(character);
			if (shown.length() + text.length() > MAX_LENGTH) {
				return shown.append(CUT).toString();
			}
			shown.append(text);
			i += Character.charCount(character);
		}
		return shown.toString();
	}

	private static boolean isPlain(int character) {
		return switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE ->
				false;
			default -> true;
		};
	}

	private static String escaped(int character) {
		return switch (character) {
			case '\n' -> "\\n";
			case '\r' -> "\\r";
			case '\t' -> "\\t";
			default -> "\\u%04x".formatted(character);
		};
	}

}

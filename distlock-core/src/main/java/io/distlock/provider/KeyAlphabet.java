// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Characters allowed in the keys of a store, for stores that reject some characters of
 * {@link LockKey#encoded(int)}. Letters and digits are always allowed. An escape
 * character replaces each percent sign; before a letter, the escape represents a rejected
 * character. Distinct keys therefore remain distinct.
 *
 * @since 0.1.0
 */
public final class KeyAlphabet {

	private static final String PUNCTUATION = ":.-_~";

	private static final String NAMES = "spmut";

	private final char escape;

	private final String allowed;

	private KeyAlphabet(char escape, String allowed) {
		this.escape = escape;
		this.allowed = allowed;
	}

	/**
	 * Create an alphabet.
	 * @param escape the replacement of a percent sign, such as {@code =}: not a letter, a
	 * digit, or one of {@code : . - _ ~}
	 * @param allowed the allowed subset of {@code : . - _ ~}
	 * @return the alphabet
	 * @throws IllegalArgumentException if the escape is a letter, a digit, or one of
	 * {@code : . - _ ~}
	 */
	public static KeyAlphabet of(char escape, String allowed) {
		if (Character.isLetterOrDigit(escape) || PUNCTUATION.indexOf(escape) >= 0) {
			throw new IllegalArgumentException(
					"'escape' must not be a letter, a digit, or one of %s, but is '%s'".formatted(PUNCTUATION, escape));
		}
		return new KeyAlphabet(escape, allowed);
	}

	/**
	 * Convert an encoded key to this alphabet.
	 * @param encoded the result of {@link LockKey#encoded(int)}
	 * @return the key for the store
	 */
	public String write(String encoded) {
		StringBuilder text = new StringBuilder(encoded.length() + 16);
		for (int i = 0; i < encoded.length(); i++) {
			char character = encoded.charAt(i);
			int name = PUNCTUATION.indexOf(character);
			if (character == '%') {
				text.append(this.escape);
			}
			else if (name >= 0 && this.allowed.indexOf(character) < 0) {
				text.append(this.escape).append(NAMES.charAt(name));
			}
			else {
				text.append(character);
			}
		}
		return text.toString();
	}

	/**
	 * Convert a key of the store to an encoded key.
	 * @param text the result of {@link #write}
	 * @return the encoded key
	 */
	public String read(String text) {
		StringBuilder encoded = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			int name = (character == this.escape && i + 1 < text.length()) ? NAMES.indexOf(text.charAt(i + 1)) : -1;
			if (name >= 0) {
				encoded.append(PUNCTUATION.charAt(name));
				i++;
			}
			else {
				encoded.append((character == this.escape) ? '%' : character);
			}
		}
		return encoded.toString();
	}

}

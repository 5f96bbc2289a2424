// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Characters that the keys of a store may have, for stores that refuse some of those that
 * {@link LockKey#encoded(int)} uses. Letters and digits are always allowed. One more
 * character is the escape: it takes the place of each percent sign, and before a letter
 * it stands for a character that the store refuses. So distinct keys stay distinct.
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
	 * @param escape what keys have in the place of a percent sign, such as {@code =}: not
	 * a letter, a digit, or one of {@code : . - _ ~}
	 * @param allowed which of {@code : . - _ ~} keys may have
	 * @return the alphabet
	 * @throws IllegalArgumentException if the escape is another character
	 */
	public static KeyAlphabet of(char escape, String allowed) {
		if (Character.isLetterOrDigit(escape) || PUNCTUATION.indexOf(escape) >= 0) {
			throw new IllegalArgumentException(
					"'escape' must not be a letter, a digit, or one of %s, but is '%s'".formatted(PUNCTUATION, escape));
		}
		return new KeyAlphabet(escape, allowed);
	}

	/**
	 * Write an encoded key in this alphabet.
	 * @param encoded what {@link LockKey#encoded(int)} has returned
	 * @return the key as the store has it
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
	 * Read a key of the store.
	 * @param text what {@link #write} has returned
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

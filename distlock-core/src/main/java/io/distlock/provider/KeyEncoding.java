// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.BitSet;
import java.util.HexFormat;

/**
 * Percent-encoding of lock keys. Injective: {@code %} and {@code ~} are themselves
 * encoded, and so is {@code :} in the prefix, where it would be taken for the separator.
 */
final class KeyEncoding {

	private static final HexFormat HEX = HexFormat.of().withUpperCase();

	private static final int DIGEST_LENGTH = 64;

	private static final BitSet PLAIN = plainCharacters();

	private KeyEncoding() {
	}

	static String encode(String prefix, String name) {
		String plain = prefix + ':' + name;
		return isPlain(plain, prefix.length()) ? plain : escape(prefix, name);
	}

	private static boolean isPlain(String text, int colon) {
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			if (!PLAIN.get(character) && (i < colon || character != ':')) {
				return false;
			}
		}
		return true;
	}

	private static String escape(String prefix, String name) {
		StringBuilder encoded = new StringBuilder(prefix.length() + name.length() + 16);
		append(encoded, prefix, false);
		encoded.append(':');
		append(encoded, name, true);
		return encoded.toString();
	}

	/**
	 * Return the text that was encoded so, or another one if none was.
	 * @throws IllegalArgumentException if it ends in the middle of a character
	 */
	static String decode(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

	private static void append(StringBuilder target, String text, boolean colon) {
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			if (PLAIN.get(character) || (colon && character == ':')) {
				target.append(character);
			}
			else if (Character.isHighSurrogate(character)) {
				escape(target, text.substring(i, ++i + 1));
			}
			else {
				escape(target, String.valueOf(character));
			}
		}
	}

	private static void escape(StringBuilder target, String text) {
		for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
			target.append('%').append(HEX.toHexDigits(unit));
		}
	}

	static String shorten(String encoded, int maxLength) {
		return encoded.substring(0, maxLength - DIGEST_LENGTH - 1) + '~' + sha256(encoded);
	}

	private static String sha256(String text) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.US_ASCII)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static BitSet plainCharacters() {
		BitSet plain = new BitSet(128);
		plain.set('a', 'z' + 1);
		plain.set('A', 'Z' + 1);
		plain.set('0', '9' + 1);
		plain.set('.');
		plain.set('_');
		plain.set('-');
		return plain;
	}

}

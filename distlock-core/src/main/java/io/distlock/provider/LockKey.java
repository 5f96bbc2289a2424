// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a lock in the store: the prefix that the nodes of an application share, the
 * key chosen by the application, and the mode. Two keys represent the same lock if and
 * only if prefix and name are equal, character by character. Exclusive and shared keys of
 * the same name represent the same lock; permits are independent.
 *
 * @since 0.1.0
 */
public final class LockKey implements Comparable<LockKey> {

	/**
	 * Maximum length of a name, in UTF-8 bytes.
	 */
	public static final int MAX_BYTES = 64 * 1024;

	private static final String PERMITS = "~permits";

	private static final int DIGEST_LENGTH = 64;

	private final String prefix;

	private final String name;

	private final LockMode mode;

	/**
	 * Complete encoded key, created on first use.
	 */
	private @Nullable String encoded;

	/**
	 * Create a key.
	 * @param prefix the prefix that separates applications in the same store
	 * @param name the name of the lock within the application
	 * @param mode the mode
	 * @throws IllegalArgumentException if the name is blank or too long, or if prefix or
	 * name is not valid Unicode
	 */
	public LockKey(String prefix, String name, LockMode mode) {
		if (name.isBlank()) {
			throw new IllegalArgumentException("'key' must not be blank");
		}
		requireUnicode("keyPrefix", prefix);
		requireUnicode("key", name);
		if (name.length() > MAX_BYTES / 4 && name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
			throw new IllegalArgumentException(
					"'key' must not be longer than %d bytes; use a digest of it".formatted(MAX_BYTES));
		}
		this.prefix = prefix;
		this.name = name;
		this.mode = mode;
	}

	/**
	 * Create the key of an exclusive lock.
	 * @param prefix the prefix that separates applications in the same store
	 * @param name the name of the lock within the application
	 */
	public LockKey(String prefix, String name) {
		this(prefix, name, LockMode.EXCLUSIVE);
	}

	/**
	 * Join a name and a value. {@code %} and {@code :} in the name are percent-encoded,
	 * so that the first colon always ends the name.
	 * @param name the name, such as {@code user:point}
	 * @param value the value, such as {@code 7}
	 * @return the name of the lock, such as {@code user%3Apoint:7}
	 */
	public static String join(String name, String value) {
		return name.replace("%", "%25").replace(":", "%3A") + ':' + value;
	}

	/**
	 * Return the prefix that separates applications in the same store.
	 * @return the prefix
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Return the name of the lock within the application.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the mode.
	 * @return the mode
	 */
	public LockMode mode() {
		return this.mode;
	}

	/**
	 * Return whether the mode is exclusive.
	 * @return {@code true} for {@link LockMode#EXCLUSIVE}
	 */
	public boolean isExclusive() {
		return this.mode == LockMode.EXCLUSIVE;
	}

	/**
	 * Reject unpaired surrogates, which would be encoded like a question mark.
	 */
	private static void requireUnicode(String what, String text) {
		int codePoint;
		for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
			codePoint = text.codePointAt(i);
			if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
				throw new IllegalArgumentException(
						"'%s' must be valid Unicode, but holds half of a surrogate pair; encode binary data, for example as hex"
							.formatted(what));
			}
		}
	}

	/**
	 * Return this key with ASCII letters, digits and {@code . _ - : %} only. Distinct
	 * keys remain distinct in every store and collation, and the text is readable for
	 * operators.
	 * @param maxLength the maximum length supported by the store, at least 100
	 * characters; a longer key is truncated and ends with {@code ~} and the SHA-256
	 * @return the encoded key, equal for exclusive and shared locks; keys of permits end
	 * with {@code ~permits}
	 */
	public String encoded(int maxLength) {
		String whole = whole();
		String suffix = (this.mode == LockMode.PERMIT) ? PERMITS : "";
		int length = maxLength - suffix.length();
		return ((whole.length() <= length) ? whole : shortened(whole, length)).concat(suffix);
	}

	/**
	 * Return this key in the alphabet of a store that rejects some characters of
	 * {@link #encoded(int)}.
	 * @param alphabet the allowed characters
	 * @param maxLength the maximum length supported by the store, at least 120
	 * characters; a longer key is truncated and ends with the SHA-256
	 * @return the key, to be decoded by {@link KeyAlphabet#read}
	 */
	public String encoded(KeyAlphabet alphabet, int maxLength) {
		String text = alphabet.write(encoded(Integer.MAX_VALUE));
		if (text.length() <= maxLength) {
			return text;
		}
		String end = alphabet.write('~' + sha256(whole()) + ((this.mode == LockMode.PERMIT) ? PERMITS : ""));
		return text.substring(0, maxLength - end.length()).concat(end);
	}

	/**
	 * Return what all encoded keys of an application begin with whose names begin with a
	 * text, unless they were cut.
	 * @param prefix the prefix of the application
	 * @param name the beginning of the names, empty for all of them
	 * @return the beginning of the encoded keys
	 */
	public static String encodedStart(String prefix, String name) {
		String encoded = new LockKey(prefix, name + 'x').whole();
		return encoded.substring(0, encoded.length() - 1);
	}

	/**
	 * Percent-encode prefix and name, so that distinct keys remain distinct. Colons of
	 * the prefix are encoded too; only the name may contain literal colons.
	 */
	private String whole() {
		String whole = this.encoded;
		if (whole == null) {
			String end = URLEncoder.encode(this.name, StandardCharsets.UTF_8).replace("%3A", ":");
			whole = (URLEncoder.encode(this.prefix, StandardCharsets.UTF_8) + ':' + end).replace("+", "%20")
				.replace("*", "%2A");
			this.encoded = whole;
		}
		return whole;
	}

	/**
	 * Decode an encoded key.
	 * @param encoded the result of {@link #encoded(int)}
	 * @return the key of an exclusive lock or of permits; empty for a truncated key or a
	 * text that is not an encoded key
	 */
	public static Optional<LockKey> decode(String encoded) {
		boolean permits = isOfPermits(encoded);
		String key = permits ? encoded.substring(0, encoded.length() - PERMITS.length()) : encoded;
		return decode(key, permits ? LockMode.PERMIT : LockMode.EXCLUSIVE)
			.filter((found) -> found.encoded(Integer.MAX_VALUE).equals(encoded));
	}

	/**
	 * Return whether a text is the encoded form of this key, complete or truncated.
	 */
	boolean isEncodedAs(String encoded) {
		String suffix = (this.mode == LockMode.PERMIT) ? PERMITS : "";
		return encoded.equals(whole() + suffix)
				|| encoded.indexOf('~') >= 0 && encoded.endsWith('~' + sha256(whole()) + suffix);
	}

	/**
	 * Return whether an encoded key, complete or truncated, is a key of permits.
	 * @param encoded the result of {@link #encoded(int)}
	 * @return {@code true} for a key of permits
	 */
	public static boolean isOfPermits(String encoded) {
		return encoded.endsWith(PERMITS);
	}

	private static String unescaped(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

	private static String shortened(String encoded, int maxLength) {
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

	private static Optional<LockKey> decode(String encoded, LockMode mode) {
		int colon = encoded.indexOf(':');
		if (colon < 0) {
			return Optional.empty();
		}
		try {
			return Optional
				.of(new LockKey(unescaped(encoded.substring(0, colon)), unescaped(encoded.substring(colon + 1)), mode));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	@Override
	public int compareTo(LockKey other) {
		int byPrefix = this.prefix.compareTo(other.prefix);
		int byName = (byPrefix != 0) ? byPrefix : this.name.compareTo(other.name);
		return (byName != 0) ? byName : this.mode.compareTo(other.mode);
	}

	/**
	 * Return the key with the same prefix and name, in another mode.
	 * @param mode the mode
	 * @return the key
	 */
	public LockKey in(LockMode mode) {
		return new LockKey(this.prefix, this.name, mode);
	}

	/**
	 * Return a name for messages, logs and logging contexts. Names may contain external
	 * input: control and format characters are escaped, so that the text has a single
	 * line, and the text is truncated to about 200 characters.
	 * @param name the name of one key or of several keys
	 * @return the text, for display only; several names may have the same text
	 */
	public static String shown(String name) {
		return ShownKey.of(name);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockKey that && this.mode == that.mode && this.name.equals(that.name)
				&& this.prefix.equals(that.prefix);
	}

	@Override
	public int hashCode() {
		return (this.prefix.hashCode() * 31 + this.name.hashCode()) * 31 + this.mode.hashCode();
	}

	/**
	 * Return the name for display.
	 * @return the text, see {@link #shown(String)}
	 */
	@Override
	public String toString() {
		return shown(this.name);
	}

}

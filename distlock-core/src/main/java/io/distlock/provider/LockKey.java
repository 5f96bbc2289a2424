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
 * The name of one lock in the store: the prefix that an application shares between its
 * nodes, and the key that the application chose; and how it is to be held. Two keys are
 * the same lock if and only if both parts are equal, character by character: one that is
 * held exclusively and one that is shared are the same, but permits of that name are not.
 *
 * @since 0.1.0
 */
public final class LockKey implements Comparable<LockKey> {

	/**
	 * The longest name that is accepted, in UTF-8 bytes.
	 */
	public static final int MAX_BYTES = 64 * 1024;

	private static final String PERMITS = "~permits";

	private static final int DIGEST_LENGTH = 64;

	private final String prefix;

	private final String name;

	private final LockMode mode;

	/**
	 * The key in full as stores have it, made when it is needed for the first time.
	 */
	private @Nullable String encoded;

	/**
	 * Create a key.
	 * @param prefix separates applications that share a store
	 * @param name what the application locks
	 * @param mode how it is to be held
	 * @throws IllegalArgumentException if the name is blank or too long, or if one of
	 * both is no valid Unicode text
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
	 * Create the key of a lock that is held exclusively.
	 * @param prefix separates applications that share a store
	 * @param name what the application locks
	 */
	public LockKey(String prefix, String name) {
		this(prefix, name, LockMode.EXCLUSIVE);
	}

	/**
	 * Join a name and a value of it. {@code %} and {@code :} in the name are
	 * percent-encoded, so that the first colon always ends the name.
	 * @param name what is locked, such as {@code user:point}
	 * @param value which of it, such as {@code 7}
	 * @return the name of the lock, such as {@code user%3Apoint:7}
	 */
	public static String join(String name, String value) {
		return name.replace("%", "%25").replace(":", "%3A") + ':' + value;
	}

	/**
	 * Return what separates applications that share a store.
	 * @return the prefix
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Return what the application locks.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return how the key is to be held.
	 * @return the mode
	 */
	public LockMode mode() {
		return this.mode;
	}

	/**
	 * Return whether the key is to be held by one owner alone.
	 * @return whether the mode is {@link LockMode#EXCLUSIVE}
	 */
	public boolean isExclusive() {
		return this.mode == LockMode.EXCLUSIVE;
	}

	/**
	 * Half of a surrogate pair has no bytes of its own: it would be the same as a
	 * question mark.
	 */
	private static void requireUnicode(String what, String text) {
		if (hasSurrogate(text) && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
			throw new IllegalArgumentException(
					"'%s' must be valid Unicode, but holds half of a surrogate pair; encode binary data, for example as hex"
						.formatted(what));
		}
	}

	private static boolean hasSurrogate(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (Character.isSurrogate(text.charAt(i))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return this key in ASCII letters, digits and {@code . _ - : %} only, so that every
	 * store and every collation keeps distinct keys distinct, and so that an operator can
	 * still read it.
	 * @param maxLength the longest text that the store takes, at least 100 characters; a
	 * longer key is cut and ends in {@code ~} and its SHA-256
	 * @return the encoded key, the same for an exclusive and a shared lock; that of
	 * permits ends in {@code ~permits}
	 */
	public String encoded(int maxLength) {
		String whole = whole();
		String suffix = (this.mode == LockMode.PERMIT) ? PERMITS : "";
		int length = maxLength - suffix.length();
		return ((whole.length() <= length) ? whole : shortened(whole, length)).concat(suffix);
	}

	/**
	 * Return this key in the alphabet of a store that refuses some of the characters of
	 * {@link #encoded(int)}.
	 * @param alphabet the characters that keys of the store may have
	 * @param maxLength the longest text that the store takes, at least 120 characters; a
	 * longer key is cut and ends in its SHA-256
	 * @return the key, which {@link KeyAlphabet#read} turns into an encoded one
	 */
	public String encoded(KeyAlphabet alphabet, int maxLength) {
		String text = alphabet.write(encoded(Integer.MAX_VALUE));
		if (text.length() <= maxLength) {
			return text;
		}
		String end = alphabet.write('~' + sha256(whole()) + ((this.mode == LockMode.PERMIT) ? PERMITS : ""));
		return text.substring(0, maxLength - end.length()).concat(end);
	}

	private String whole() {
		String whole = this.encoded;
		if (whole == null) {
			whole = escaped(this.prefix) + ':' + escaped(this.name).replace("%3A", ":");
			this.encoded = whole;
		}
		return whole;
	}

	/**
	 * Return the key that was encoded so.
	 * @param encoded what {@link #encoded(int)} has returned
	 * @return the key, of a lock that is held exclusively or of permits; or empty if it
	 * was cut, or if the text is no encoded key
	 */
	public static Optional<LockKey> decode(String encoded) {
		boolean permits = isOfPermits(encoded);
		String key = permits ? encoded.substring(0, encoded.length() - PERMITS.length()) : encoded;
		return decode(key, permits ? LockMode.PERMIT : LockMode.EXCLUSIVE)
			.filter((found) -> found.encoded(Integer.MAX_VALUE).equals(encoded));
	}

	/**
	 * Return whether a text is this key as a store has it, also if it was cut.
	 */
	boolean isEncodedAs(String encoded) {
		String suffix = (this.mode == LockMode.PERMIT) ? PERMITS : "";
		return encoded.equals(whole() + suffix)
				|| encoded.indexOf('~') >= 0 && encoded.endsWith('~' + sha256(whole()) + suffix);
	}

	/**
	 * Return whether an encoded key is one of permits, also if it was cut.
	 * @param encoded what {@link #encoded(int)} has returned
	 * @return whether it is
	 */
	public static boolean isOfPermits(String encoded) {
		return encoded.endsWith(PERMITS);
	}

	/**
	 * Percent-encode a part of the key, so that distinct texts stay distinct: a colon
	 * too, which only the name may have as it is.
	 */
	private static String escaped(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
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
	 * Return the key of the same name, to be held in another way.
	 * @param mode how it is to be held
	 * @return the key
	 */
	public LockKey in(LockMode mode) {
		return new LockKey(this.prefix, this.name, mode);
	}

	/**
	 * Return a name as messages, logs and logging contexts may have it: on one line,
	 * since control and format characters are escaped, and cut to about 200 characters. A
	 * name may come from outside.
	 * @param name the name of a key, or several
	 * @return the text, for people only: several names may have the same
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
	 * Return the name as people may be shown it.
	 * @return the text, see {@link #shown(String)}
	 */
	@Override
	public String toString() {
		return shown(this.name);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.jspecify.annotations.Nullable;

/**
 * Selection of locks in a store, in the order of their encoded keys. Immutable; later
 * versions may add attributes.
 *
 * @since 0.1.0
 */
public final class LockQuery {

	private final int limit;

	private final @Nullable LockKey key;

	private final String prefix;

	private final String after;

	private LockQuery(int limit, @Nullable LockKey key, String prefix, String after) {
		this.limit = limit;
		this.key = key;
		this.prefix = prefix;
		this.after = after;
	}

	/**
	 * Query the first locks.
	 * @param limit the maximum number of entries
	 * @return the query
	 */
	public static LockQuery first(int limit) {
		return new LockQuery(limit, null, "", "");
	}

	/**
	 * Query the owners of one key: of the lock in any mode, or of the permits.
	 * @param key the key, in any mode
	 * @param limit the maximum number of entries
	 * @return the query
	 */
	public static LockQuery of(LockKey key, int limit) {
		return new LockQuery(limit, key, "", "");
	}

	/**
	 * Limit the query to keys of an application with a common start.
	 * @param keyPrefix the prefix of the application
	 * @param name the start of the names, empty for all names
	 * @return the query
	 */
	public LockQuery startingWith(String keyPrefix, String name) {
		return new LockQuery(this.limit, this.key, LockKey.encodedStart(keyPrefix, name), this.after);
	}

	/**
	 * Limit the query to keys after a given key.
	 * @param encoded the encoded key, see {@link LockListing#next()}
	 * @return the query
	 */
	public LockQuery after(String encoded) {
		return new LockQuery(this.limit, this.key, this.prefix, encoded);
	}

	/**
	 * Return the maximum number of entries.
	 * @return the number
	 */
	public int limit() {
		return this.limit;
	}

	/**
	 * Return the only requested key.
	 * @return the key, or {@code null} for a query of several keys
	 */
	public @Nullable LockKey key() {
		return this.key;
	}

	/**
	 * Return the common start of the encoded keys.
	 * @return the text, empty for all keys
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Return the encoded key after which the listing begins.
	 * @return the key, empty for the first page
	 */
	public String after() {
		return this.after;
	}

	/**
	 * Return whether the query includes a key.
	 * @param encoded the encoded key, complete or truncated
	 * @return {@code true} if the key matches
	 */
	public boolean includes(String encoded) {
		return encoded.startsWith(this.prefix) && encoded.compareTo(this.after) > 0
				&& (this.key == null || this.key.isEncodedAs(encoded));
	}

}

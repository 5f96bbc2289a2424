// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.jspecify.annotations.Nullable;

/**
 * Which of the locks in a store to list, in the order of their encoded keys. Immutable;
 * later versions may add attributes.
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
	 * @param limit the most entries to return
	 * @return the query
	 */
	public static LockQuery first(int limit) {
		return new LockQuery(limit, null, "", "");
	}

	/**
	 * Query the owners of one key: of the lock, however it is held, or of the permits.
	 * @param key the key, in any mode
	 * @param limit the most entries to return
	 * @return the query
	 */
	public static LockQuery of(LockKey key, int limit) {
		return new LockQuery(limit, key, "", "");
	}

	/**
	 * Limit the query to the keys of an application that begin with a text.
	 * @param keyPrefix the prefix of the application
	 * @param name the beginning of the names, empty for all of them
	 * @return the query
	 */
	public LockQuery startingWith(String keyPrefix, String name) {
		String encoded = new LockKey(keyPrefix, name + 'x').encoded(Integer.MAX_VALUE);
		return new LockQuery(this.limit, this.key, encoded.substring(0, encoded.length() - 1), this.after);
	}

	/**
	 * Limit the query to the keys behind one.
	 * @param encoded the encoded key, see {@link LockListing#next()}
	 * @return the query
	 */
	public LockQuery after(String encoded) {
		return new LockQuery(this.limit, this.key, this.prefix, encoded);
	}

	/**
	 * Return the most entries to return.
	 * @return the number
	 */
	public int limit() {
		return this.limit;
	}

	/**
	 * Return the only key that is requested.
	 * @return the key, or {@code null} if the query is for several
	 */
	public @Nullable LockKey key() {
		return this.key;
	}

	/**
	 * Return the text that encoded keys begin with.
	 * @return the text, empty for all keys
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Return the encoded key behind which the listing begins.
	 * @return the key, empty for the first one
	 */
	public String after() {
		return this.after;
	}

	/**
	 * Return whether the query includes a key.
	 * @param encoded the encoded key, cut or not
	 * @return whether it does
	 */
	public boolean includes(String encoded) {
		return encoded.startsWith(this.prefix) && encoded.compareTo(this.after) > 0
				&& (this.key == null || this.key.isEncodedAs(encoded));
	}

}

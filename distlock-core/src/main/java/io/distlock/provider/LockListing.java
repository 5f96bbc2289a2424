// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.List;

/**
 * Locks that a store has listed. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class LockListing {

	private final List<StoredLock> locks;

	private final boolean truncated;

	private LockListing(List<StoredLock> locks, boolean truncated) {
		this.locks = List.copyOf(locks);
		this.truncated = truncated;
	}

	/**
	 * Create a listing.
	 * @param locks the locks, by key
	 * @param truncated whether there are more, or may be: the store has more than were
	 * requested, or the scan of the store took too long
	 * @return the listing
	 */
	public static LockListing of(List<StoredLock> locks, boolean truncated) {
		return new LockListing(locks, truncated);
	}

	/**
	 * Return the locks.
	 * @return the locks, by key
	 */
	public List<StoredLock> locks() {
		return this.locks;
	}

	/**
	 * Return whether there are more locks, or may be.
	 * @return whether the listing is truncated
	 */
	public boolean truncated() {
		return this.truncated;
	}

	/**
	 * Return the first entries.
	 * @param limit how many
	 * @return these, which are truncated if there are more
	 */
	public LockListing first(int limit) {
		return (this.locks.size() <= limit) ? this : new LockListing(this.locks.subList(0, limit), true);
	}

}

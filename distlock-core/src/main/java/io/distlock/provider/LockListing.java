// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.List;

/**
 * Locks that a store has listed.
 *
 * @param locks the locks, by key
 * @param truncated whether there are more, or may be: the store has more than were asked
 * for, or looking through it took too long
 * @since 0.1.0
 */
public record LockListing(List<StoredLock> locks, boolean truncated) {

	/**
	 * Create a listing.
	 */
	public LockListing {
		locks = List.copyOf(locks);
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

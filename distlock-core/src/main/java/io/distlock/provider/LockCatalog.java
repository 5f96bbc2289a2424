// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.List;

/**
 * Store that can list locks and their holders, for operators. The result is a snapshot
 * and must not be used for decisions. Implemented by providers in addition to
 * {@link LockProvider} if the store supports listing.
 *
 * @since 0.1.0
 */
public interface LockCatalog {

	/**
	 * List locks that any node currently holds in the store.
	 * @param query the selection of locks
	 * @return the entries, ordered by key. Providers create the listing with
	 * {@link LockListing#of(java.util.Collection, LockQuery)} from all locks read
	 * @throws LockStoreException if the store did not respond
	 */
	LockListing heldLocks(LockQuery query);

	/**
	 * List the first locks that any node currently holds in the store.
	 * @param limit the maximum number of entries
	 * @return the entries, ordered by key
	 * @throws LockStoreException if the store did not respond
	 */
	default List<StoredLock> heldLocks(int limit) {
		return heldLocks(LockQuery.first(limit)).locks();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.List;

/**
 * A store that can list who holds what, for operators. The answer is a snapshot and
 * decides nothing. Implemented by providers in addition to {@link LockProvider} where the
 * store allows it.
 *
 * @since 0.1.0
 */
public interface LockCatalog {

	/**
	 * List locks that are held in the store now, by any node.
	 * @param query which locks
	 * @return the entries, by key;
	 * {@link LockListing#of(java.util.Collection, LockQuery)} makes them from all that a
	 * provider has read
	 * @throws LockStoreException if the store did not answer
	 */
	LockListing heldLocks(LockQuery query);

	/**
	 * List the first locks that are held in the store now, by any node.
	 * @param limit the most entries to return
	 * @return the entries, by key
	 * @throws LockStoreException if the store did not answer
	 */
	default List<StoredLock> heldLocks(int limit) {
		return heldLocks(LockQuery.first(limit)).locks();
	}

}

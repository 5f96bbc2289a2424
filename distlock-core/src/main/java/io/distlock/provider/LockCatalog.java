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
	 * List the locks that are held in the store now, by any node.
	 * @param limit the most entries to return
	 * @return the entries, by key
	 * @throws LockStoreException if the store did not answer
	 */
	List<StoredLock> heldLocks(int limit);

	/**
	 * List the locks that are held in the store now, and whether these are all. Unless a
	 * provider knows better, it is asked for one more than is wanted.
	 * @param limit the most entries to return, less than {@link Integer#MAX_VALUE}
	 * @return the entries, by key
	 * @throws LockStoreException if the store did not answer
	 */
	default LockListing listHeldLocks(int limit) {
		return LockListing.of(heldLocks(limit + 1), false).first(limit);
	}

}

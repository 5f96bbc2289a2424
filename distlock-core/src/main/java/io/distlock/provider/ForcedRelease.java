// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Optional;

/**
 * A store in which an operator can end a lock, whichever owner holds it. Implemented by
 * providers in addition to {@link LockProvider} where the store allows it.
 *
 * @since 0.1.0
 */
public interface ForcedRelease {

	/**
	 * End the lock that is held now, as if its holder had released it: waiters are woken
	 * as by any release, and the next grant has a greater fencing token. The holder is
	 * not asked; its next renewal or release finds that it no longer owns the lock, and
	 * never restores it. A lock that several hold is ended for all of them, and so are
	 * all permits of a key. Safe to repeat.
	 * @param key the lock, in any of its modes, or the permits
	 * @return what was held, with the last token that its holder may have used, of
	 * several holders one; empty if the lock was free
	 * @throws LockStoreException if the outcome is not known, or the store refused
	 */
	Optional<StoredLock> forceRelease(LockKey key);

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Optional;

/**
 * Store in which an operator can end a lock regardless of its owner. Implemented by
 * providers in addition to {@link LockProvider} if the store supports forced release.
 *
 * @since 0.1.0
 */
public interface ForcedRelease {

	/**
	 * End the current lock as if the holder had released it: waiters are woken, and the
	 * next grant has a greater fencing token. The holder is not consulted. The holder's
	 * next renewal or release detects the lost ownership and never restores the lock. A
	 * shared lock ends for all holders, and so do all permits of a key. May be called
	 * repeatedly.
	 * @param key the lock, in any of its modes, or the permits
	 * @return the ended lock, with the last token that its holder may have used; for
	 * several holders, the entry of one holder. Empty if the lock was free
	 * @throws LockStoreException if the outcome is unknown or the store rejected the
	 * request
	 */
	Optional<StoredLock> forceRelease(LockKey key);

}

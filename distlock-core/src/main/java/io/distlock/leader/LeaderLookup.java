// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.List;
import java.util.Optional;

import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;

/**
 * Finds out which node leads a role.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LeaderLookup {

	/**
	 * Knows of no other node.
	 */
	LeaderLookup NONE = (role) -> Optional.empty();

	/**
	 * Number of locks of the store that are scanned for the leader of a role.
	 */
	int LIMIT = 10_000;

	/**
	 * Find the leader of a role.
	 * @param role the role
	 * @return the leader; empty if there is none, or if the store cannot say
	 * @throws LockStoreException if the store did not answer
	 */
	Optional<Leader> find(String role);

	/**
	 * Return a lookup that asks a store.
	 * @param provider the store, which can list its locks or not
	 * @param keyPrefix the prefix of the application's locks
	 * @return the lookup
	 */
	static LeaderLookup of(LockProvider provider, String keyPrefix) {
		if (!(provider instanceof LockCatalog catalog)) {
			return NONE;
		}
		return (role) -> {
			String key = new LockKey(keyPrefix, LeaderElection.KEY_PREFIX + role).encoded(Integer.MAX_VALUE);
			List<StoredLock> held = catalog.listHeldLocks(LIMIT).locks();
			return held.stream()
				.filter((lock) -> lock.key().equals(key))
				.findFirst()
				.map((lock) -> new Leader(role, lock.holder(), null, null, lock.remaining()));
		};
	}

}

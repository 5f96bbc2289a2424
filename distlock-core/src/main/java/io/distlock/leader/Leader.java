// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

/**
 * The leader of a role, as reported by the store or by the leader itself. A snapshot for
 * people; it decides nothing.
 *
 * @param role the role
 * @param node the node that leads, as it named itself
 * @param term the number of its term, {@code null} where another node leads, which alone
 * knows it
 * @param ledFor for how long it has led, {@code null} where another node leads
 * @param remaining what is left of its lease without another renewal
 * @since 0.1.0
 */
public record Leader(String role, String node, @Nullable Long term, @Nullable Duration ledFor, Duration remaining) {

	/**
	 * Number of locks of the store that are scanned for the leader of a role.
	 */
	private static final int LIMIT = 10_000;

	/**
	 * Return what asks a store for the leader of a role, and may throw
	 * {@link io.distlock.provider.LockStoreException}.
	 * @param provider the store, which can list its locks or not
	 * @param keyPrefix the prefix of the application's locks
	 * @return finds the leader; nothing if there is none, or if the store cannot say
	 */
	public static Function<String, Optional<Leader>> lookup(LockProvider provider, String keyPrefix) {
		return (role) -> {
			if (!(provider instanceof LockCatalog catalog)) {
				return Optional.empty();
			}
			String key = new LockKey(keyPrefix, LeaderElection.KEY_PREFIX + role).encoded(Integer.MAX_VALUE);
			return catalog.listHeldLocks(LIMIT)
				.locks()
				.stream()
				.filter((lock) -> lock.key().equals(key))
				.findFirst()
				.map((lock) -> new Leader(role, lock.holder(), null, null, lock.remaining()));
		};
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import org.jspecify.annotations.Nullable;

/**
 * Leader of a role, as reported by the store or by the leader itself. A snapshot for
 * display that must not be used for decisions. Later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class Leader {

	private final String role;

	private final String node;

	private final @Nullable Long term;

	private final @Nullable Duration ledFor;

	private final Duration remaining;

	Leader(String role, String node, @Nullable Long term, @Nullable Duration ledFor, Duration remaining) {
		this.role = role;
		this.node = node;
		this.term = term;
		this.ledFor = ledFor;
		this.remaining = remaining;
	}

	/**
	 * Return the role.
	 * @return the role
	 */
	public String role() {
		return this.role;
	}

	/**
	 * Return the leading node.
	 * @return the name of the node
	 */
	public String node() {
		return this.node;
	}

	/**
	 * Return the number of the term.
	 * @return the number, or {@code null} if another node leads, since only the leader
	 * has the number
	 */
	public @Nullable Long term() {
		return this.term;
	}

	/**
	 * Return the time since the node became leader.
	 * @return the time, or {@code null} if another node leads
	 */
	public @Nullable Duration ledFor() {
		return this.ledFor;
	}

	/**
	 * Return the remaining lease of the role without another renewal.
	 * @return the remaining lease
	 */
	public Duration remaining() {
		return this.remaining;
	}

	/**
	 * Return a function that queries the store for the leader of a role. The function may
	 * throw {@link io.distlock.provider.LockStoreException}.
	 * @param provider the store, which may or may not support listing
	 * @param keyPrefix the prefix of the application's locks
	 * @return function from a role to its leader; empty without a leader or if the store
	 * does not support listing
	 */
	public static Function<String, Optional<Leader>> lookup(LockProvider provider, String keyPrefix) {
		return (role) -> {
			if (!(provider instanceof LockCatalog catalog)) {
				return Optional.empty();
			}
			LockKey key = new LockKey(keyPrefix, LeaderElection.KEY_PREFIX + role);
			return catalog.heldLocks(LockQuery.of(key, 1))
				.locks()
				.stream()
				.findFirst()
				.map((lock) -> new Leader(role, lock.holder(), null, null, lock.remaining()));
		};
	}

}

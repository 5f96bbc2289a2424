// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.internal.actuate.RecentLosses.LossDescriptor;
import io.distlock.leader.LeaderElection;
import io.distlock.monitor.LockSnapshot;
import io.distlock.monitor.LockWaiter;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Locks held by this node and locks in each store, as described by the endpoint.
 *
 * @param node the responding node
 * @param providers the locks of each used provider, by bean name
 * @param losses the last locks that this node lost or was requested to end, latest first,
 * at most 100
 * @since 0.1.0
 */
public record LocksDescriptor(String node, Map<String, ProviderDescriptor> providers,
		List<LossDescriptor> losses) implements OperationResponseBody {

	private static Duration millis(Duration duration) {
		return duration.truncatedTo(ChronoUnit.MILLIS);
	}

	private static @Nullable Instant millis(@Nullable Instant instant) {
		return (instant != null) ? instant.truncatedTo(ChronoUnit.MILLIS) : null;
	}

	/**
	 * Locks of one provider.
	 *
	 * @param provider the name of the provider, such as {@code jdbc}
	 * @param waiting the number of waiting callers of this node
	 * @param waiters the waiting callers of this node, longest wait first
	 * @param held the locks held by this node
	 * @param heldTruncated {@code true} if this node holds further locks
	 * @param renewing {@code true} if renewals succeed, or none was necessary
	 * @param cluster the locks in the store
	 */
	public record ProviderDescriptor(String provider, int waiting, List<WaiterDescriptor> waiters,
			List<HeldLockDescriptor> held, boolean heldTruncated, boolean renewing, ClusterDescriptor cluster) {

	}

	/**
	 * Use of a key by the library itself.
	 */
	public enum KeyPurpose {

		/**
		 * Run of a job.
		 */
		JOB("cluster-job:"),

		/**
		 * Role of leader election.
		 */
		LEADER(LeaderElection.KEY_PREFIX),

		/**
		 * Migration of the database.
		 */
		LIQUIBASE("liquibase:"),

		/**
		 * Running node, followed by its version of the library and its name.
		 */
		NODE(NodePresence.KEY_PREFIX);

		private final String prefix;

		KeyPurpose(String prefix) {
			this.prefix = prefix;
		}

		private static @Nullable KeyPurpose of(String key) {
			return Stream.of(values()).filter((purpose) -> key.startsWith(purpose.prefix)).findFirst().orElse(null);
		}

	}

	/**
	 * Waiting caller of this node.
	 *
	 * @param key the key, as given by the application
	 * @param purpose the purpose of a key of the library; {@code null} for a key of the
	 * application
	 * @param mode the requested mode
	 * @param since the start of the wait by this node's clock
	 * @param thread the waiting thread, or {@code null}
	 * @param method the waiting method, or {@code null}
	 */
	public record WaiterDescriptor(String key, @Nullable KeyPurpose purpose, LockMode mode, Instant since,
			@Nullable String thread, @Nullable String method) {

		static WaiterDescriptor of(LockWaiter waiter, Instant now) {
			return new WaiterDescriptor(waiter.key(), KeyPurpose.of(waiter.key()), waiter.mode(),
					now.minus(waiter.waitedFor()).truncatedTo(ChronoUnit.MILLIS), waiter.thread(), waiter.method());
		}

	}

	/**
	 * Lock held by this node.
	 *
	 * @param key the key, as given by the application
	 * @param purpose the purpose of a key of the library; {@code null} for a key of the
	 * application
	 * @param mode the mode
	 * @param fencingToken the token of the hold
	 * @param since the start of the hold by this node's clock
	 * @param remainingLease the guaranteed remaining time without a further renewal
	 * @param thread the holding thread, or {@code null}
	 * @param waiting the number of waiting callers of this node
	 */
	public record HeldLockDescriptor(String key, @Nullable KeyPurpose purpose, LockMode mode, long fencingToken,
			Instant since, Duration remainingLease, @Nullable String thread, int waiting) {

		static HeldLockDescriptor of(LockSnapshot lock, Instant now) {
			return new HeldLockDescriptor(lock.key(), KeyPurpose.of(lock.key()), lock.mode(), lock.fencingToken(),
					now.minus(lock.heldFor()).truncatedTo(ChronoUnit.MILLIS), millis(lock.remainingLease()),
					lock.thread(), lock.waiting());
		}

	}

	/**
	 * Locks of all nodes in a store.
	 *
	 * @param locks the locks, by key; {@code null} if the store did not respond
	 * @param truncated {@code true} if the store has or may have further locks; {@code
	 * null} if the store did not respond
	 * @param next {@code after} of the next page, or {@code null} for the last page
	 * @param error the failure of the store, or {@code null}
	 */
	public record ClusterDescriptor(@Nullable List<StoredLockDescriptor> locks, @Nullable Boolean truncated,
			@Nullable String next, @Nullable String error) {

		static ClusterDescriptor of(LockListing stored, String prefix) {
			return new ClusterDescriptor(
					stored.locks().stream().map((lock) -> StoredLockDescriptor.of(lock, prefix)).toList(),
					stored.truncated(), stored.next(), null);
		}

		static ClusterDescriptor failed(String error) {
			return new ClusterDescriptor(null, null, null, error);
		}

	}

	/**
	 * Lock in a store, held by one owner.
	 *
	 * @param key the key as given by the application, or as stored, see {@code encoded}
	 * @param encoded {@code true} if the key is given as stored, with its prefix, because
	 * it belongs to another application or is too long for the store; {@code null}
	 * otherwise
	 * @param purpose the purpose of a key of the library; {@code null} for a key of the
	 * application
	 * @param mode the mode
	 * @param holder the holding node
	 * @param lastToken the last fencing token of the holder's block
	 * @param since the latest possible start of the hold by the store's clock; {@code
	 * null} if unknown
	 * @param remaining the remaining lease by the store's clock
	 * @param awaited {@code true} if another node waits
	 */
	public record StoredLockDescriptor(String key, @Nullable Boolean encoded, @Nullable KeyPurpose purpose,
			LockMode mode, String holder, long lastToken, @Nullable Instant since, Duration remaining,
			boolean awaited) {

		static StoredLockDescriptor of(StoredLock lock, String prefix) {
			LockKey key = LockKey.decode(lock.key()).orElse(null);
			String name = (key != null && key.prefix().equals(prefix)) ? key.name() : null;
			return new StoredLockDescriptor((name != null) ? name : lock.key(), (name != null) ? null : true,
					(key != null) ? KeyPurpose.of(key.name()) : null, lock.mode(), lock.holder(), lock.lastToken(),
					millis(lock.since()), millis(lock.remaining()), lock.awaited());
		}

	}

}

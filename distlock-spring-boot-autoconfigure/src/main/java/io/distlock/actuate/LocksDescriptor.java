// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import io.distlock.LockMode;
import io.distlock.LockSnapshot;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of locks, for the endpoint.
 *
 * @param node the node that responds
 * @param providers what each provider that was used here has, by its bean name
 * @since 0.1.0
 */
public record LocksDescriptor(String node, Map<String, ProviderDescriptor> providers) implements OperationResponseBody {

	private static Duration millis(Duration duration) {
		return duration.truncatedTo(ChronoUnit.MILLIS);
	}

	/**
	 * The locks of one provider.
	 *
	 * @param provider the name of the provider, such as {@code jdbc}
	 * @param waiting how many callers of this node wait for a lock
	 * @param held the locks that this node holds
	 * @param renewing whether renewals succeed, as far as there were any
	 * @param cluster the locks in the store
	 */
	public record ProviderDescriptor(String provider, int waiting, List<HeldLockDescriptor> held, boolean renewing,
			ClusterDescriptor cluster) {

	}

	/**
	 * A lock that this node holds.
	 *
	 * @param key the key, as the application gave it
	 * @param mode how it is held
	 * @param fencingToken the token of the hold
	 * @param since since when it is held, by this node's clock
	 * @param remainingLease how long it is surely held without another renewal
	 * @param thread the thread that holds it, or {@code null}
	 * @param waiting how many callers of this node wait for it
	 */
	public record HeldLockDescriptor(String key, LockMode mode, long fencingToken, Instant since,
			Duration remainingLease, @Nullable String thread, int waiting) {

		static HeldLockDescriptor of(LockSnapshot lock, Instant now) {
			return new HeldLockDescriptor(lock.key(), lock.mode(), lock.fencingToken(),
					now.minus(lock.heldFor()).truncatedTo(ChronoUnit.MILLIS), millis(lock.remainingLease()),
					lock.thread(), lock.waiting());
		}

	}

	/**
	 * The locks in a store, of all nodes.
	 *
	 * @param locks the locks, by key; {@code null} if the store did not respond
	 * @param truncated whether there are more than these, or may be; {@code null} if the
	 * store did not respond
	 * @param error failure of the store, or {@code null}
	 */
	public record ClusterDescriptor(@Nullable List<StoredLockDescriptor> locks, @Nullable Boolean truncated,
			@Nullable String error) {

		static ClusterDescriptor of(LockListing stored, String prefix) {
			return new ClusterDescriptor(
					stored.locks().stream().map((lock) -> StoredLockDescriptor.of(lock, prefix)).toList(),
					stored.truncated(), null);
		}

		static ClusterDescriptor failed(String error) {
			return new ClusterDescriptor(null, null, error);
		}

	}

	/**
	 * A lock in a store, as one owner holds it.
	 *
	 * @param key the key as the application gave it; or as the store has it, see
	 * {@code encoded}
	 * @param encoded {@code true} if the key is given as stored, with its prefix: because
	 * it belongs to another application, or because it is too long for the store;
	 * {@code null} otherwise
	 * @param mode how it is held
	 * @param holder the node that holds it
	 * @param lastToken the last fencing token of the holder's block
	 * @param remaining what is left of the lease, by the store's clock
	 * @param awaited whether another node waits for it
	 */
	public record StoredLockDescriptor(String key, @Nullable Boolean encoded, LockMode mode, String holder,
			long lastToken, Duration remaining, boolean awaited) {

		static StoredLockDescriptor of(StoredLock lock, String prefix) {
			String name = LockKey.decode(lock.key())
				.filter((key) -> key.prefix().equals(prefix))
				.map(LockKey::name)
				.orElse(null);
			return new StoredLockDescriptor((name != null) ? name : lock.key(), (name != null) ? null : true,
					lock.mode(), lock.holder(), lock.lastToken(), millis(lock.remaining()), lock.awaited());
		}

	}

}

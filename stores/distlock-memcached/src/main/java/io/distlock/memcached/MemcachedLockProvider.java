// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import io.distlock.memcached.MemcachedItems.Item;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RecentReleases;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import net.spy.memcached.CASResponse;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.ConnectionFactoryBuilder.Locator;
import net.spy.memcached.ConnectionFactoryBuilder.Protocol;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in Memcached, for efficiency only: work is rarely, but not never, done
 * twice. A server evicts items when its memory is full, and is empty after a restart. The
 * lock is then free, while its former holder continues until its next renewal fails. No
 * counter survives, so there are no fencing tokens.
 * <p>
 * The protocol, with one request to the server of the key per step:
 * <ul>
 * <li>{@code add} with an expiry acquires the lock if the item is missing. The value
 * contains the owner, which is unique for each attempt, so a repeated attempt or an
 * attempt without an answer can be identified and withdrawn.</li>
 * <li>{@code gets} reads the item with its version, and {@code cas} replaces an unchanged
 * item. Only the owner renews, and a missing item remains missing.</li>
 * <li>{@code gets}, and {@code cas} with a negative expiry, releases the lock if it still
 * belongs to the owner. A plain {@code delete} could affect the lock of a successor.</li>
 * <li>An expiry counts whole seconds of a clock that is read once a second. A lease is
 * rounded up to seconds and stored for two more seconds. Leases of more than 30 days are
 * granted for 30 days and renewed.</li>
 * <li>A waiting node polls at least every half second. The item {@code ~waiters} of the
 * key, with an expiry of two seconds, requests one release by a node whose own threads
 * hand over the lock; it affects only the turns of nodes.</li>
 * </ul>
 * With several servers, each server alone keeps the keys assigned by consistent hashing.
 * <p>
 * See the page 'memcached' of the reference.
 *
 * @since 0.1.0
 */
public final class MemcachedLockProvider implements LockProvider {

	private static final Duration YIELD_TO_POLLERS = Duration.ofMillis(100);

	/**
	 * Maximum number of reads by a release. The item may change through a renewal of the
	 * same owner, once at most.
	 */
	private static final int MAX_READS = 10;

	/**
	 * Number of consecutive overdue requests after which a connection is considered dead.
	 */
	private static final int MAX_UNANSWERED = 2;

	private final MemcachedItems items;

	private final boolean closesClient;

	private final RecentReleases released = new RecentReleases();

	/**
	 * Create a provider with a client of the application. With several servers, the
	 * client should use {@link FailureMode#Retry}. In the default mode, a client that
	 * cannot reach the server of a key uses another server, which does not know the lock.
	 * @param client the client, not closed by the provider
	 */
	public MemcachedLockProvider(MemcachedClient client) {
		this(client, false);
	}

	private MemcachedLockProvider(MemcachedClient client, boolean closesClient) {
		this.items = new MemcachedItems(client);
		this.closesClient = closesClient;
	}

	/**
	 * Create a provider with its own client. Does not wait for a connection. While a
	 * server is away, the locks of its keys can be neither acquired nor kept, and no
	 * other server is used for them.
	 * @param servers the servers, equal on all nodes
	 * @return the provider, which closes the client
	 */
	public static MemcachedLockProvider connect(List<InetSocketAddress> servers) {
		try {
			return new MemcachedLockProvider(
					new MemcachedClient(new ConnectionFactoryBuilder().setProtocol(Protocol.TEXT)
						.setLocatorType(Locator.CONSISTENT)
						.setHashAlg(DefaultHashAlgorithm.KETAMA_HASH)
						.setFailureMode(FailureMode.Retry)
						.setOpTimeout(MemcachedItems.REQUEST_TIMEOUT.toMillis())
						.setTimeoutExceptionThreshold(MAX_UNANSWERED)
						.setMaxReconnectDelay(1)
						.setDaemon(true)
						.build(), servers),
					true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No client of Memcached could be opened for " + servers, ex);
		}
	}

	@Override
	public String name() {
		return "memcached";
	}

	@Override
	public boolean hasFencingTokens() {
		return false;
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new MemcachedContender(this.items, claim);
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		new RenewalRound(this.items, outcomes).renew(leases);
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		LockKey key = lease.key();
		boolean awaited = this.items.isAwaited(key);
		for (int i = 0; i < MAX_READS; i++) {
			Item found = findOwned(key, lease.owner());
			if (found == null || found.value() == null) {
				return this.released.contains(key, lease.owner()) ? new YieldResult.Yielded(YIELD_TO_POLLERS)
						: new YieldResult.Lost();
			}
			// An earlier copy of this request has renewed the lease, and its holder
			// works with it.
			boolean repeated = found.value().handOvers() != lease.lastToken();
			if (awaited && !repeated) {
				return release(key, lease.owner(), lastToken) ? new YieldResult.Yielded(YIELD_TO_POLLERS)
						: new YieldResult.Lost();
			}
			long last = repeated ? found.value().handOvers() : lease.lastToken() + claim.tokens();
			Duration leaseTime = Expiry.bounded(claim.leaseTime());
			StoredOwner next = new StoredOwner(lease.owner().id(), last, claim.holder());
			if (this.items.replace(key, found, next, leaseTime) == CASResponse.OK) {
				return new YieldResult.Renewed(
						Lease.of(key, lease.owner(), leaseTime, last - claim.tokens() + 1, last));
			}
		}
		throw undecided(key);
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		for (int i = 0; i < MAX_READS; i++) {
			Item found = findOwned(key, owner);
			if (found == null) {
				return this.released.contains(key, owner);
			}
			if (this.items.delete(key, found) == CASResponse.OK) {
				this.released.add(key, owner);
				return true;
			}
		}
		throw undecided(key);
	}

	/**
	 * Return the item of a lock if it belongs to this owner.
	 */
	private @Nullable Item findOwned(LockKey key, LockOwner owner) {
		Item found = this.items.find(key);
		return (found != null && found.value() != null && found.value().is(owner)) ? found : null;
	}

	private static LockStoreException undecided(LockKey key) {
		return new LockStoreException(
				"The item of lock '%s' was changed each time between reading and writing it".formatted(key),
				Outcome.UNKNOWN, null);
	}

	@Override
	public void close() {
		if (this.closesClient) {
			this.items.close();
		}
	}

}

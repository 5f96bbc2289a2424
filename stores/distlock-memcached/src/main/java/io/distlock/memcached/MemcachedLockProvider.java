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
 * Keeps locks in Memcached, for efficiency only: so that work is seldom done twice, not
 * so that it never is. A server evicts items when its memory is full, and comes back
 * empty after a restart; then a lock is free while its holder works on until the next
 * renewal finds nothing. No counter survives that, so there are no fencing tokens.
 * <p>
 * The protocol, in which each step is one request to the server of the key:
 * <ul>
 * <li>{@code add} with an expiry takes the lock if there is no item. Its value names the
 * owner, which is new for each attempt, so an attempt that was sent twice or whose answer
 * was lost can be distinguished from those of others, and withdrawn.</li>
 * <li>{@code gets} reads the item with its version, and {@code cas} writes it anew unless
 * there was another write since. So only the owner renews, and an item that is gone stays
 * gone.</li>
 * <li>{@code gets}, and {@code cas} with a negative expiry, releases: the item is gone if
 * it was still the owner's. A plain {@code delete} could hit the lock of a
 * successor.</li>
 * <li>An expiry counts whole seconds of a clock that is read once a second. A lease is
 * stored for its seconds, rounded up, and two more. Leases of more than 30 days are
 * granted for 30 days, and renewed.</li>
 * <li>A node that waits asks again every half second or sooner. The item {@code ~waiters}
 * of the key, which lives for two seconds, asks a node whose own threads pass the lock on
 * to release it once; turns of nodes depend on it, and nothing else.</li>
 * </ul>
 * Of several servers each keeps the keys that consistent hashing assigns to it, alone.
 * <p>
 * See the page 'memcached' of the reference.
 *
 * @since 0.1.0
 */
public final class MemcachedLockProvider implements LockProvider {

	private static final Duration YIELD_TO_POLLERS = Duration.ofMillis(100);

	/**
	 * How often a release reads again what was written in between: by a renewal of the
	 * same owner, once at most.
	 */
	private static final int MOST_READS = 10;

	/**
	 * Requests in a row without an answer, after which a connection is taken for dead.
	 */
	private static final int MOST_UNANSWERED = 2;

	private final MemcachedItems items;

	private final boolean closesClient;

	private final RecentReleases released = new RecentReleases();

	/**
	 * Create a provider that uses a client of the application. With several servers its
	 * failure mode should be {@link FailureMode#Retry}. In the default one, a client that
	 * cannot reach the server of a key asks another server, which knows nothing of the
	 * lock.
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
	 * Create a provider with a client of its own. It waits for no connection. While a
	 * server is away the locks of its keys can be neither acquired nor kept, and no other
	 * server is asked for them.
	 * @param servers the servers, the same on all nodes
	 * @return the provider, which closes the client
	 */
	public static MemcachedLockProvider connect(List<InetSocketAddress> servers) {
		try {
			return new MemcachedLockProvider(
					new MemcachedClient(new ConnectionFactoryBuilder().setProtocol(Protocol.TEXT)
						.setLocatorType(Locator.CONSISTENT)
						.setHashAlg(DefaultHashAlgorithm.KETAMA_HASH)
						.setFailureMode(FailureMode.Retry)
						.setOpTimeout(MemcachedItems.PATIENCE.toMillis())
						.setTimeoutExceptionThreshold(MOST_UNANSWERED)
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
		for (int i = 0; i < MOST_READS; i++) {
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
		for (int i = 0; i < MOST_READS; i++) {
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
	 * Return the item of a lock if it is this owner's.
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

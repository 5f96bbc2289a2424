// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.Set;

import io.distlock.LockMode;

/**
 * Store of locks. Implementations are unaware of threads and wait times: the engine
 * queues the threads of a JVM, so that at most one thread at a time requests a key from
 * the store. The engine also manages deadlines, renewal and loss.
 * <p>
 * Every method blocks only for its round trips and throws {@link LockStoreException} if
 * the store does not respond within a few seconds. The engine never calls a method with
 * the caller's interrupt flag set. Implementations are thread-safe, use only the store's
 * clock, and never join a transaction of the caller.
 * <p>
 * The engine relies on the following guarantees:
 * <ul>
 * <li>Between a grant and the end of the lease, by the store's clock, the key is granted
 * to another owner only if {@link HoldRules} allow. Each owner has a separate lease.</li>
 * <li>Unless {@link #hasFencingTokens()} returns {@code false}, token blocks of a key
 * strictly increase from grant to grant, across expiry, restart with an empty store,
 * failover and clean-up: {@code first = max(last + 1, clock in microseconds)}. All owners
 * of a shared key have the last token granted exclusively, or a non-zero token created
 * for the first shared owner. If the store numbers its transactions, each shared owner
 * may have a separate token, greater than the last exclusive token and less than the
 * next.</li>
 * <li>Release and renewal compare the owner, and never change or re-create a lock that
 * another owner has held in between.</li>
 * </ul>
 * <p>
 * See the page 'engine-protocol' of the reference.
 *
 * @since 0.1.0
 */
public interface LockProvider extends AutoCloseable {

	/**
	 * Return the name of the store for messages and metrics, such as {@code jdbc}.
	 * @return the name
	 */
	String name();

	/**
	 * Return the supported modes. The engine requests no other mode.
	 * @return the modes; exclusive only by default
	 */
	default Set<LockMode> modes() {
		return Set.of(LockMode.EXCLUSIVE);
	}

	/**
	 * Return whether the tokens of leases are fencing tokens. A store that cannot
	 * guarantee the order of grants, because entries may be forgotten, returns {@code
	 * false}. In such a store the tokens of an owner's leases count hand-overs starting
	 * with one, and the engine does not expose the tokens.
	 * @return {@code true} by default
	 */
	default boolean hasFencingTokens() {
		return true;
	}

	/**
	 * Start to contend for a key. Does not access the store.
	 * @param claim the requested lock
	 * @param wakeUp non-blocking callback for when the next attempt may succeed; may be
	 * called from any thread, any number of times
	 * @return the contender
	 */
	Contender contend(LockClaim claim, Runnable wakeUp);

	/**
	 * Extend leases by their own duration, counted from now, in as few requests as the
	 * store allows. If part of the store does not respond, only the leases in that part
	 * are affected; other outcomes are reported immediately. May be called repeatedly.
	 * @param leases distinct leases of any keys
	 * @param outcomes receives the outcome of each lease, possibly after this method has
	 * returned, but within a few seconds
	 * @throws LockStoreException if the outcome of all unreported leases is unknown
	 */
	void renew(Collection<Lease> leases, RenewalListener outcomes);

	/**
	 * Return whether a renewal with a shorter duration shortens the lease in the store.
	 * The engine shortens leases of locks that are held beyond its shutdown, since the
	 * store's client may stop before their release.
	 * @return {@code false} by default
	 */
	default boolean canShortenLeases() {
		return false;
	}

	/**
	 * Return whether the current thread processes responses of the store, such as a
	 * callback thread of a client. A blocking request on such a thread would deadlock:
	 * the engine rejects acquisitions on the thread, and releases locks on another
	 * thread. Called for each request; does not access the store.
	 * @return {@code false} by default
	 */
	default boolean isClientThread() {
		return false;
	}

	/**
	 * Release the lock if another node waits, and renew the lock otherwise, in one
	 * decision of the store. A repeated call with the same arguments has the same result.
	 * Called for exclusive locks only.
	 * @param lease a lease of this node
	 * @param lastToken the last used token of the lease; later tokens may be granted
	 * again
	 * @param claim the request of the next local waiter
	 * @return the decision of the store
	 * @throws LockStoreException if the outcome is unknown
	 */
	YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim);

	/**
	 * Release a lock if the lock still belongs to the owner, and wake a waiter. Also
	 * withdraws an attempt with an unknown outcome. A client or proxy may send the
	 * request twice, so a repeated call returns the result of the first call.
	 * @param key the lock
	 * @param owner the granted attempt
	 * @param lastToken the last used token of the lease, or zero if unknown; later tokens
	 * may be granted again
	 * @return {@code true} if the lock belonged to the owner until this release
	 * @throws LockStoreException if the outcome is unknown
	 */
	boolean release(LockKey key, LockOwner owner, long lastToken);

	/**
	 * Release a lock whose last used token is unknown.
	 * @param key the lock
	 * @param owner the granted attempt
	 * @return {@code true} if the lock belonged to the owner until this release
	 * @throws LockStoreException if the outcome is unknown
	 */
	default boolean release(LockKey key, LockOwner owner) {
		return release(key, owner, 0);
	}

	/**
	 * Close the connections and threads of this provider. Locks still held end with their
	 * leases.
	 */
	@Override
	default void close() {
	}

}

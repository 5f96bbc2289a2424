// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.Collection;
import java.util.Set;

import io.distlock.LockMode;

/**
 * A store of locks. Implementations know neither threads nor waiting times: the engine
 * queues the threads of a JVM, so that at most one of them asks the store for a key at a
 * time, and it owns deadlines, renewal and loss.
 * <p>
 * Every method blocks for its round trips and no longer; a store that does not answer
 * within a few seconds is a {@link LockStoreException}. Methods are never called with the
 * caller's interrupt flag set. Implementations are thread-safe, use the store's clock
 * only, and never join a transaction of the caller.
 * <p>
 * Guarantees that the engine relies on:
 * <ul>
 * <li>between a grant and the end of its lease, by the store's clock, no other owner is
 * granted the key but those whom {@link HoldRules} allow; each owner has a lease of its
 * own;</li>
 * <li>unless {@link #hasFencingTokens()} denies it, token blocks of one key strictly
 * increase from grant to grant, over expiry, restart with an empty store, failover and
 * clean-up: {@code first = max(last + 1, clock in microseconds)}. Those who share a key
 * all have the last token that was granted exclusively, or one that was made when the
 * first of them came, and never zero. In a store that numbers its transactions each of
 * them may have one of its own, greater than the last exclusive one and less than the
 * next;</li>
 * <li>release and renewal compare the owner, and never touch or re-create a lock that
 * another owner had in between.</li>
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
	 * Return the modes in which keys of this store can be held. The engine asks for no
	 * other.
	 * @return the modes; exclusive locks alone by default
	 */
	default Set<LockMode> modes() {
		return Set.of(LockMode.EXCLUSIVE);
	}

	/**
	 * Return whether the tokens of leases are fencing tokens. A store that forgets, and
	 * so can promise no order of grants, says no: there the tokens of an owner's leases
	 * count its hand-overs from one, and the engine passes none of them on.
	 * @return whether they are, as by default
	 */
	default boolean hasFencingTokens() {
		return true;
	}

	/**
	 * Enter the contest for a key. Does not talk to the store.
	 * @param claim what is asked for
	 * @param wakeUp to be called, from any thread and as often as it likes, when the next
	 * attempt may succeed; returns at once
	 * @return the place in the contest
	 */
	Contender contend(LockClaim claim, Runnable wakeUp);

	/**
	 * Extend leases by their own duration, counted from now, in as few requests as the
	 * store allows. A part of the store that does not respond affects only the leases
	 * that it keeps: the outcome of the others is reported immediately. It is safe to
	 * repeat the call.
	 * @param leases the leases, of any keys, all different
	 * @param outcomes is notified for each lease, also after this method has returned,
	 * but within a few seconds
	 * @throws LockStoreException if nothing is known of the leases that were not reported
	 */
	void renew(Collection<Lease> leases, RenewalListener outcomes);

	/**
	 * Return whether a renewal whose lease has a shorter duration than the last one
	 * shortens the lease in the store. The engine shortens leases of locks that are held
	 * beyond its shutdown, since the client of the store may stop before their release.
	 * @return whether it does; {@code false} by default
	 */
	default boolean canShortenLeases() {
		return false;
	}

	/**
	 * Return whether the current thread is one that reads the answers of the store, such
	 * as that of a client's callback. A request that waits there waits for itself: the
	 * engine refuses to acquire locks on it, and releases them on another thread. It is
	 * called for each request, and talks to no store.
	 * @return whether it is; {@code false} by default
	 */
	default boolean isClientThread() {
		return false;
	}

	/**
	 * Release the lock if another node waits for it, and renew it otherwise, in one
	 * decision of the store. Repeating the call with the same arguments has the same
	 * answer as asking once. Asked for exclusive locks only.
	 * @param lease a lease of ours
	 * @param lastToken the last token of the lease that was used; the others may be
	 * granted again
	 * @param claim what the next local waiter asks for
	 * @return what the store decided
	 * @throws LockStoreException if the outcome is not known
	 */
	YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim);

	/**
	 * Release a lock if it still belongs to the owner, and wake one who waits. Also
	 * withdraws an attempt whose outcome is not known. A client or a proxy may send the
	 * request twice, so the second of two calls has the answer of the first.
	 * @param key the lock
	 * @param owner the attempt that was granted
	 * @param lastToken the last token of the lease that was used, zero if that is not
	 * known; the others may be granted again
	 * @return whether the lock belonged to the owner until this release
	 * @throws LockStoreException if the outcome is not known
	 */
	boolean release(LockKey key, LockOwner owner, long lastToken);

	/**
	 * Release a lock of which it is not known what tokens were used.
	 * @param key the lock
	 * @param owner the attempt that was granted
	 * @return whether the lock belonged to the owner until this release
	 * @throws LockStoreException if the outcome is not known
	 */
	default boolean release(LockKey key, LockOwner owner) {
		return release(key, owner, 0);
	}

	/**
	 * Close connections and threads of this provider. Held locks end with their leases.
	 */
	@Override
	default void close() {
	}

}

package io.distlock.provider;

import java.util.Collection;

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
 * Promises that the engine builds on:
 * <ul>
 * <li>between a grant and the end of its lease, by the store's clock, nobody else is
 * granted the key;</li>
 * <li>token blocks of one key strictly increase from grant to grant, over expiry, restart
 * with an empty store, failover and clean-up:
 * {@code first = max(last + 1, clock in microseconds)};</li>
 * <li>release and renewal compare the owner, and never touch or re-create a lock that
 * somebody else had in between.</li>
 * </ul>
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
	 * Enter the contest for a key. Does not talk to the store.
	 * @param claim what is asked for
	 * @param wakeUp to be called, from any thread and as often as it likes, when the next
	 * attempt may succeed; returns at once
	 * @return the place in the contest
	 */
	Contender contend(LockClaim claim, Runnable wakeUp);

	/**
	 * Extend leases by their own duration, counted from now, in as few requests as the
	 * store allows.
	 * @param leases the leases, of any keys
	 * @return those that the store says are no longer ours
	 * @throws LockStoreException if the outcome is not known for at least one of them; it
	 * is safe to repeat the call
	 */
	Collection<Lease> renew(Collection<Lease> leases);

	/**
	 * Release the lock if another node waits for it, and renew it otherwise, in one
	 * decision of the store.
	 * @param lease a lease of ours
	 * @param claim what the next local waiter asks for
	 * @return what the store decided
	 * @throws LockStoreException if the outcome is not known
	 */
	HandOver yieldOrRenew(Lease lease, LockClaim claim);

	/**
	 * Release a lock if it still belongs to the owner, and wake one who waits. Also
	 * withdraws an attempt whose outcome is not known, so it must be safe to repeat.
	 * @param key the lock
	 * @param owner the attempt that was granted
	 * @return whether the lock still belonged to the owner
	 * @throws LockStoreException if the outcome is not known
	 */
	boolean release(LockKey key, LockOwner owner);

	/**
	 * Close connections and threads of this provider. Held locks end with their leases.
	 */
	@Override
	default void close() {
	}

}

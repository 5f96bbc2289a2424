// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A lock that was acquired. Close it when the protected work is done, best by
 * {@code try}-with-resources. May be used from any thread.
 *
 * @since 0.1.0
 */
public interface HeldLock extends AutoCloseable {

	/**
	 * Return the key as the application gave it; of several keys, all of them.
	 * @return the key
	 */
	String key();

	/**
	 * Return the fencing token: greater than that of every earlier holder of the key,
	 * over crashes, expiry and restarts. Of several keys, the greatest of their tokens.
	 * @return the token
	 * @throws UnsupportedOperationException if the store has no fencing tokens, see
	 * {@link #hasFencingToken()}
	 */
	long fencingToken();

	/**
	 * Return whether there is a fencing token: not where the store forgets what it has
	 * granted, as Memcached does.
	 * @return whether {@link #fencingToken()} returns one
	 */
	default boolean hasFencingToken() {
		return true;
	}

	/**
	 * Return the fencing token of each key.
	 * @return the tokens, by key
	 */
	default Map<String, Long> fencingTokens() {
		return Map.of(key(), fencingToken());
	}

	/**
	 * Return whether the lock is surely still ours, by the monotonic clock of this JVM
	 * and without asking the store.
	 * @return {@code false} after a release, a loss, or the end of the lease
	 */
	boolean isHeld();

	/**
	 * Check that the lock is still ours.
	 * @throws LockLostException if it is not
	 */
	void assertHeld();

	/**
	 * Return how long the lock is surely ours without another renewal.
	 * @return the time, zero if the lock is not held
	 */
	Duration remainingLease();

	/**
	 * Call back when the lock is lost, once, from a thread of the library; at once if it
	 * is lost already, and not any more when it was released. Each re-entry is a lock of
	 * its own in this.
	 * @param callback what to call
	 */
	void onLost(Consumer<LockLostException> callback);

	/**
	 * Release the lock. After a re-entry the outermost hold releases it in the store.
	 * Safe to repeat.
	 * <p>
	 * A lock that was acquired inside a transaction is kept until that transaction has
	 * ended, so that the next holder sees what it wrote: this method then only says that
	 * the owner is done, {@link #isHeld()} stays {@code true}, and a loss before the
	 * commit still keeps the transaction from committing. Of several re-entries in one
	 * transaction the first is kept, which is enough.
	 * @return whether the lock was still held until now; {@code false} for a lock that
	 * was released before, or is lost
	 */
	boolean release();

	/**
	 * Release the lock; never throws, and logs a loss once.
	 */
	@Override
	void close();

}

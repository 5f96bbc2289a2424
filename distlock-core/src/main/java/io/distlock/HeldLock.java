// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Acquired lock. Close the lock after the protected work, preferably with {@code
 * try}-with-resources. May be used from any thread.
 *
 * @since 0.1.0
 */
public interface HeldLock extends AutoCloseable {

	/**
	 * Return the key as specified by the application, or all keys of a request for
	 * several.
	 * @return the key
	 */
	String key();

	/**
	 * Return the fencing token, which is greater than the token of every earlier holder
	 * of the key, across crashes, expiry and restarts. For several keys, return the
	 * greatest token.
	 * @return the token
	 * @throws UnsupportedOperationException if the store has no fencing tokens, see
	 * {@link #hasFencingToken()}
	 */
	long fencingToken();

	/**
	 * Return whether the lock has a fencing token. Stores such as Memcached, which do not
	 * persist granted tokens, have no fencing tokens.
	 * @return {@code true} if {@link #fencingToken()} returns a token
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
	 * Return whether the lock is certainly held, according to the monotonic clock of this
	 * JVM and without a store request.
	 * @return {@code false} after a release, a loss, or the end of the lease
	 */
	boolean isHeld();

	/**
	 * Check that the lock is still held.
	 * @throws LockLostException if the lock is lost or released
	 */
	void assertHeld();

	/**
	 * Return the time for which the lock is certainly held without another renewal.
	 * @return the time, zero if the lock is not held
	 */
	Duration remainingLease();

	/**
	 * Register a callback for the loss of the lock. The callback runs once, on a thread
	 * of the library: immediately if the lock is already lost, and never after a release.
	 * Each re-entry counts as a separate lock.
	 * @param callback receives the loss
	 */
	void onLost(Consumer<LockLostException> callback);

	/**
	 * Release the lock. Releasing a re-entry keeps the lock in the store until the
	 * outermost hold is released. May be called repeatedly.
	 * <p>
	 * A lock acquired inside a transaction is kept until the transaction ends, so that
	 * the next holder sees the committed data. In a transaction, this method only marks
	 * the owner as finished: {@link #isHeld()} still returns {@code true}, and a loss
	 * before the commit still prevents the commit. Of several re-entries in one
	 * transaction, only the first is kept.
	 * @return {@code true} if the lock was held until now; {@code false} if the lock was
	 * already released or is lost
	 */
	boolean release();

	/**
	 * Release the lock. Never throws; logs a loss once.
	 */
	@Override
	void close();

}

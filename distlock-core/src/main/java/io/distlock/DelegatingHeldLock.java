// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Lock that delegates to another lock. Base class for locks with additional behavior, and
 * for locks with several users that each register for a loss.
 *
 * @since 0.1.0
 */
public class DelegatingHeldLock implements HeldLock {

	private final HeldLock delegate;

	private final Map<Object, Consumer<LockLostException>> users = new LinkedHashMap<>(0);

	private boolean listening;

	private boolean lost;

	/**
	 * Create a lock.
	 * @param delegate the target of all calls
	 */
	public DelegatingHeldLock(HeldLock delegate) {
		this.delegate = delegate;
	}

	@Override
	public String key() {
		return this.delegate.key();
	}

	@Override
	public long fencingToken() {
		return this.delegate.fencingToken();
	}

	@Override
	public boolean hasFencingToken() {
		return this.delegate.hasFencingToken();
	}

	@Override
	public Map<String, Long> fencingTokens() {
		return this.delegate.fencingTokens();
	}

	@Override
	public boolean isHeld() {
		return this.delegate.isHeld();
	}

	@Override
	public void assertHeld() {
		this.delegate.assertHeld();
	}

	@Override
	public Duration remainingLease() {
		return this.delegate.remainingLease();
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
		this.delegate.onLost(callback);
	}

	/**
	 * Call back when the lock is lost, as {@link #onLost(Consumer)} does, until the user
	 * is forgotten. Intended for a lock with several successive users.
	 * @param user the user, compared by {@code equals}
	 * @param callback receives the loss
	 * @see #forget(Object)
	 */
	public final void onLost(Object user, Consumer<LockLostException> callback) {
		boolean lost;
		boolean listening;
		synchronized (this.users) {
			lost = this.lost;
			listening = this.listening;
			if (!lost) {
				this.users.merge(user, callback, Consumer::andThen);
				this.listening = true;
			}
		}
		if (lost) {
			this.delegate.onLost(callback);
		}
		else if (!listening) {
			this.delegate.onLost((loss) -> tellUsers());
		}
	}

	/**
	 * Notify users through the lost delegate, so that no user waits for another user.
	 */
	private void tellUsers() {
		List<Consumer<LockLostException>> notified;
		synchronized (this.users) {
			this.lost = true;
			notified = List.copyOf(this.users.values());
			this.users.clear();
		}
		notified.forEach(this.delegate::onLost);
	}

	/**
	 * Stop notifying a user that has finished with the lock.
	 * @param user the former user
	 */
	public final void forget(Object user) {
		synchronized (this.users) {
			this.users.remove(user);
		}
	}

	@Override
	public boolean release() {
		return this.delegate.release();
	}

	@Override
	public void close() {
		this.delegate.close();
	}

	@Override
	public String toString() {
		return this.delegate.toString();
	}

}

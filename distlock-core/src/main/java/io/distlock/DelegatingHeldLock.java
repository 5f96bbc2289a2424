// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A lock that stands for another one, for classes that add to it.
 *
 * @since 0.1.0
 */
public abstract class DelegatingHeldLock implements HeldLock {

	private final HeldLock delegate;

	/**
	 * Create a lock.
	 * @param delegate what it stands for
	 */
	protected DelegatingHeldLock(HeldLock delegate) {
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

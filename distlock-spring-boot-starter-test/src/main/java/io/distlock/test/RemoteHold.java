// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import io.distlock.provider.Lease;

/**
 * A lock that another node of the cluster holds, in a test.
 *
 * @since 0.1.0
 */
public final class RemoteHold implements AutoCloseable {

	private final TestLockProvider provider;

	private final Lease lease;

	RemoteHold(TestLockProvider provider, Lease lease) {
		this.provider = provider;
		this.lease = lease;
	}

	/**
	 * Return the key, as the application would give it.
	 * @return the key
	 */
	public String key() {
		return this.lease.key().name();
	}

	/**
	 * Return the fencing token of the other node. A lock that the application has alone
	 * later has a higher one.
	 * @return the token
	 */
	public long fencingToken() {
		return this.lease.firstToken();
	}

	/**
	 * Return whether the other node still holds the lock.
	 * @return {@code false} once it was released, its lease has ended by the store's
	 * clock, or the test has ended
	 */
	public boolean isHeld() {
		return this.provider.isHeld(this.lease);
	}

	/**
	 * Release the lock, as the other node would, and wake those who wait for it.
	 * @return whether it was still held
	 */
	public boolean release() {
		return this.provider.releaseElsewhere(this.lease);
	}

	/**
	 * Release the lock.
	 */
	@Override
	public void close() {
		release();
	}

	@Override
	public String toString() {
		return "Lock '%s', held elsewhere (%s) with token %d".formatted(key(), this.lease.key().mode(), fencingToken());
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import io.distlock.provider.Lease;

/**
 * Lock held by another node of the cluster, in a test.
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
	 * Return the key, as given by the application.
	 * @return the key
	 */
	public String key() {
		return this.lease.key().name();
	}

	/**
	 * Return the fencing token of the other node. Later exclusive locks of the
	 * application have higher tokens.
	 * @return the token
	 */
	public long fencingToken() {
		return this.lease.firstToken();
	}

	/**
	 * Return whether the other node still holds the lock.
	 * @return {@code false} after the release, after the end of the lease by the store's
	 * clock, or after the test
	 */
	public boolean isHeld() {
		return this.provider.isHeld(this.lease);
	}

	/**
	 * Release the lock on behalf of the other node, and wake waiters.
	 * @return {@code true} if the lock was still held
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

// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.FencedCalls;
import io.distlock.HeldLock;
import io.distlock.LockedMethod;
import io.distlock.OnLost;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * A fenced method or callback that runs, or a fenced lock that was acquired.
 */
final class FencedCall implements FencedCalls.Entry {

	private final HeldLock lock;

	private final OnLost onLost;

	private final @Nullable LockedMethod method;

	private volatile boolean checked;

	private volatile boolean closed;

	FencedCall(HeldLock lock, OnLost onLost, @Nullable LockedMethod method) {
		this.lock = lock;
		this.onLost = onLost;
		this.method = method;
	}

	HeldLock lock() {
		return this.lock;
	}

	OnLost onLost() {
		return this.onLost;
	}

	/**
	 * Take note that there was a transaction, refused ones and read-only ones included.
	 */
	void checked() {
		this.checked = true;
	}

	boolean isOver() {
		return this.closed;
	}

	/**
	 * Fail if there was no transaction, and let that of the caller fail, too.
	 */
	@Override
	public void verify() {
		if (!this.checked) {
			FencingException failure = new FencingException(this.lock.key(),
					"%s ran without any transaction that could be checked, so nothing kept a stale holder from writing. Annotate the method with @Transactional, or write in a TransactionTemplate; in container transactions (JTA) omit 'fenced', and call FencingGuard.check(lock)"
						.formatted(this),
					null);
			CommitVeto.register(failure);
			throw failure;
		}
	}

	@Override
	public void close() {
		this.closed = true;
	}

	@Override
	public String toString() {
		return "%s under the fenced lock '%s'".formatted((this.method != null) ? this.method : "What",
				LockKey.shown(this.lock.key()));
	}

}

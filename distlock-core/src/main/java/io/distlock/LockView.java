// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.distlock.provider.LockKey;

/**
 * A key seen as a {@link Lock}. The locks themselves are found through
 * {@link LockContext}, so two views of one key are the same lock.
 */
final class LockView implements Lock {

	private static final Duration WITHOUT_END = Duration.ofNanos(Long.MAX_VALUE);

	private final LockTemplate locks;

	private final LockRequest request;

	LockView(LockTemplate locks, LockRequest request) {
		this.locks = locks;
		this.request = request;
	}

	@Override
	public void lock() {
		LockRequest patient = this.request.waitTime(WITHOUT_END);
		if (this.locks.acquireToUnlock(patient).isEmpty()) {
			throw this.locks.engine().notAcquired(patient);
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		LockRequest patient = this.request.waitTime(WITHOUT_END);
		if (this.locks.acquireInterruptibly(patient).isEmpty()) {
			throw this.locks.engine().notAcquired(patient);
		}
	}

	@Override
	public boolean tryLock() {
		return this.locks.acquireToUnlock(this.request.waitTime(Duration.ZERO)).isPresent();
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		Duration waitTime = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
		return this.locks.acquireInterruptibly(this.request.waitTime(waitTime)).isPresent();
	}

	@Override
	public void unlock() {
		HeldLock lock = this.locks.engine()
			.findHeld(this.request)
			.orElseThrow(() -> new IllegalMonitorStateException(
					"Lock '%s' is not held by this thread; only the thread that locked it may unlock it"
						.formatted(LockKey.shown(key()))));
		if (!lock.release()) {
			lock.assertHeld();
		}
	}

	private String key() {
		return this.request.keys().get(0);
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A distributed lock has no conditions; use a queue or a topic instead");
	}

}

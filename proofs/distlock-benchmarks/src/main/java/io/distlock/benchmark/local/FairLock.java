// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.local;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.distlock.benchmark.measure.Locker;

/**
 * What threads that queue up in one JVM can reach at best: a fair lock of the JDK, handed
 * to another thread in every cycle. On a busy machine a thread often finds no other
 * queued, and takes the lock again and again for the rest of its time slice, which is
 * many times as fast, and is no hand-over. So who has the lock waits until another thread
 * wants it.
 */
final class FairLock implements Locker {

	/**
	 * Only the last threads of a turn wait in vain.
	 */
	private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(1);

	private final ReentrantLock lock = new ReentrantLock(true);

	@Override
	public String name() {
		return FLOOR + "fair ReentrantLock";
	}

	@Override
	public AutoCloseable lock(String key) {
		this.lock.lock();
		if (!this.lock.hasQueuedThreads()) {
			awaitNext();
		}
		return this.lock::unlock;
	}

	private void awaitNext() {
		long since = System.nanoTime();
		while (!this.lock.hasQueuedThreads() && System.nanoTime() - since < PATIENCE) {
			Thread.yield();
		}
	}

}

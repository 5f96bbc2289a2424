// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices when this machine stands still for so long that fire times are passed over.
 */
final class Stalls implements AutoCloseable {

	private final AtomicInteger longest = new AtomicInteger();

	private final Thread thread = new Thread(this::watch);

	Stalls() {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void watch() {
		long last = System.nanoTime();
		while (!Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
			long now = System.nanoTime();
			int gap = (int) TimeUnit.NANOSECONDS.toMillis(now - last);
			this.longest.accumulateAndGet(gap, Math::max);
			last = now;
		}
	}

	int longest() {
		return this.longest.get();
	}

	/**
	 * Return the longest one since this was asked before.
	 */
	int takeLongest() {
		return this.longest.getAndSet(0);
	}

	@Override
	public void close() {
		this.thread.interrupt();
	}

}

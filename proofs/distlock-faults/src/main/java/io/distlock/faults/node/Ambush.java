// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Where a process is to stand still. Who gets there spins until it notices that time has
 * jumped, and so is the first to go on, before any timer.
 */
final class Ambush {

	private static final long JUMP = TimeUnit.MILLISECONDS.toNanos(300);

	private volatile long until = System.nanoTime();

	/**
	 * Make those wait who get there, and wait no longer than this.
	 */
	void lie(Duration patience) {
		this.until = System.nanoTime() + patience.toNanos();
	}

	void await() {
		long before = System.nanoTime();
		while (before - this.until < 0) {
			long now = System.nanoTime();
			if (now - before > JUMP) {
				return;
			}
			before = now;
			Thread.onSpinWait();
		}
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.time.Duration;

/**
 * When cycles count, by the monotonic clock, which all JVMs of a machine share. It is the
 * same for all threads: one that comes earlier or stays longer would have the key to
 * itself meanwhile, and an uncontended lock of the JDK is a thousand times as fast.
 *
 * @param from when counting begins
 * @param until when it ends
 */
public record Window(long from, long until) {

	/**
	 * Open a window soon.
	 * @param settling how long all are at work before it opens
	 * @param length how long it is open
	 */
	public static Window after(Duration settling, Duration length) {
		long from = System.nanoTime() + settling.toNanos();
		return new Window(from, from + length.toNanos());
	}

	boolean has(long now) {
		return now - this.from >= 0 && !isOver(now);
	}

	boolean isOver(long now) {
		return now - this.until >= 0;
	}

	/**
	 * Return how long it is open, in seconds.
	 */
	public double seconds() {
		return (this.until - this.from) / 1e9;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Back-off after a failure of a server: longer each time, until it is well.
 */
final class Pause {

	private static final long SHORTEST_MILLIS = 500;

	private static final long LONGEST_MILLIS = 2000;

	private static final long FORBIDDEN_MILLIS = Duration.ofMinutes(10).toMillis();

	private long since = System.nanoTime();

	private long millis;

	boolean isOn() {
		return System.nanoTime() - this.since < TimeUnit.MILLISECONDS.toNanos(this.millis);
	}

	void begin() {
		begin(Math.min(LONGEST_MILLIS, Math.max(SHORTEST_MILLIS, 2 * this.millis)));
	}

	/**
	 * Begin a long one, since rights that are missing do not come by themselves.
	 */
	void beginForbidden() {
		begin(FORBIDDEN_MILLIS);
	}

	private void begin(long millis) {
		this.since = System.nanoTime();
		this.millis = millis;
	}

	void end() {
		this.millis = 0;
	}

}

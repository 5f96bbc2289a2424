// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

/**
 * How long one call may wait for the servers, however many answers it needs one after the
 * other: a request for a lock ends in time where a server answers slowly as well as where
 * it does not answer.
 */
final class Deadline {

	/**
	 * How long the servers may take.
	 */
	static final Duration LONGEST = Duration.ofSeconds(4);

	private final long end = System.nanoTime() + LONGEST.toNanos();

	Duration left() {
		return Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
	}

}

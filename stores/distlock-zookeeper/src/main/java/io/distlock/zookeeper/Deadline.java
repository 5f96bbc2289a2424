// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

/**
 * Deadline of one call to the servers, however many answers it needs one after the other:
 * a request for a lock ends in time whether a server responds slowly or not at all.
 */
final class Deadline {

	/**
	 * Longest time that the servers may take.
	 */
	static final Duration LONGEST = Duration.ofSeconds(4);

	private final long end = System.nanoTime() + LONGEST.toNanos();

	Duration left() {
		return Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
	}

}

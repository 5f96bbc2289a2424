// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

/**
 * Deadline of one call to the servers, regardless of the number of consecutive answers
 * that the call needs. A lock request ends in time even if a server responds slowly or
 * never.
 */
final class Deadline {

	/**
	 * Maximum response time of the servers.
	 */
	static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(4);

	private final long end = System.nanoTime() + MAX_RESPONSE_TIME.toNanos();

	Duration left() {
		return Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

/**
 * Time without a reply to the requests to one master. Ended by any reply, including an
 * error or a reply to an abandoned request.
 */
final class Silence {

	private static final long NONE = 0;

	// When the first request after the last reply was made.
	private volatile long since = NONE;

	void requested() {
		if (this.since == NONE) {
			this.since = now();
		}
	}

	void replied() {
		if (this.since != NONE) {
			this.since = NONE;
		}
	}

	boolean isLongerThan(long nanos) {
		long begin = this.since;
		return begin != NONE && now() - begin >= nanos;
	}

	private static long now() {
		long now = System.nanoTime();
		return (now != NONE) ? now : 1;
	}

}

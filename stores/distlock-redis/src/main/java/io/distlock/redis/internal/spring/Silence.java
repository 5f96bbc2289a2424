// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

/**
 * Time for which the requests to one master have had no reply. Any reply ends it, also an
 * error, and one to a request that its caller has given up.
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

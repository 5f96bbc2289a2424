// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.Locale;

/**
 * What the callers of a cluster do.
 */
enum Load {

	/**
	 * Each node acquires about one lock a second, and the locks are nearly always free.
	 */
	FREE(1, 100_000, 0, 0, Duration.ofMillis(20), Duration.ofSeconds(1), Duration.ofSeconds(30)),

	/**
	 * All nodes compete for one lock all the time.
	 */
	HOT(1, 1, 0, 0, Duration.ofMillis(5), Duration.ZERO, Duration.ofSeconds(30)),

	/**
	 * One node holds a lock, and all others wait for it.
	 */
	WAITING(1, 1, 0, 0, Duration.ofHours(1), Duration.ZERO, Duration.ofSeconds(30)),

	/**
	 * Each node holds 100 locks.
	 */
	HELD(100, 0, 0, 0, Duration.ofHours(1), Duration.ZERO, Duration.ofSeconds(30)),

	/**
	 * Each of 100 jobs fires every ten seconds.
	 */
	JOBS(0, 0, 0, 100, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30)),

	/**
	 * None of 100 jobs fires.
	 */
	IDLE_JOBS(0, 0, 0, 100, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30)),

	/**
	 * Ten busy locks among many and ten jobs, while nodes and networks fail.
	 */
	FAULTS(2, 100_000, 10, 10, Duration.ofMillis(20), Duration.ofMillis(500), Duration.ofSeconds(5));

	/**
	 * Callers of each node.
	 */
	final int callers;

	/**
	 * Number of keys; zero for one key for each caller.
	 */
	final int keys;

	/**
	 * Number of keys that half of the requests are for.
	 */
	final int busyKeys;

	/**
	 * Number of jobs.
	 */
	final int jobs;

	final Duration hold;

	/**
	 * Mean time from a release to the next request of a caller.
	 */
	final Duration pause;

	final Duration lease;

	Load(int callers, int keys, int busyKeys, int jobs, Duration hold, Duration pause, Duration lease) {
		this.callers = callers;
		this.keys = keys;
		this.busyKeys = busyKeys;
		this.jobs = jobs;
		this.hold = hold;
		this.pause = pause;
		this.lease = lease;
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}

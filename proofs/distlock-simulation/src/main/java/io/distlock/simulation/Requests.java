// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.util.EnumMap;
import java.util.Map;

/**
 * Number of requests that a store has received, by purpose.
 */
final class Requests {

	private final Map<Purpose, Long> counts = new EnumMap<>(Purpose.class);

	void add(Purpose purpose) {
		this.counts.merge(purpose, 1L, Long::sum);
	}

	long total() {
		return this.counts.values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * Forget all requests until now.
	 */
	void clear() {
		this.counts.clear();
	}

	/**
	 * Purpose of a request.
	 */
	enum Purpose {

		/**
		 * First attempt of a node.
		 */
		ATTEMPT,

		/**
		 * Attempt of a node that waits.
		 */
		WAITING_ATTEMPT,

		/**
		 * Subscription, watch, or its end.
		 */
		WATCH,

		/**
		 * Release, or a decision between release and renewal.
		 */
		RELEASE,

		/**
		 * Check for the arrival of a woken node.
		 */
		CHECK,

		/**
		 * Renewal of up to 100 leases.
		 */
		RENEWAL,

		/**
		 * Read of the states of jobs.
		 */
		JOB_READ,

		/**
		 * Change of the state of a job.
		 */
		JOB_WRITE

	}

}

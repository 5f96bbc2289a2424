// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;

import io.distlock.scheduling.ClusterJobContext;

/**
 * The emails of one fire time, and who is sending them.
 *
 * @param name the name of the job
 * @param fireTime when they were due
 * @param attempt 1, or more after a failure, or a takeover from a dead node
 * @param token the fencing token of the run
 */
record Campaign(String name, Instant fireTime, int attempt, long token) {

	static Campaign of(ClusterJobContext run) {
		return new Campaign(run.jobName(), run.fireTime(), run.attempt(), run.fencingToken());
	}

	/**
	 * Return the id that an email of this campaign has, however often and by whomever it
	 * is sent.
	 */
	String messageId(Customer customer) {
		return "<%s%d@shop.example>".formatted(messageIdPrefix(this.name, this.fireTime), customer.id());
	}

	static String messageIdPrefix(String name, Instant fireTime) {
		return "%s.%d.".formatted(name, fireTime.toEpochMilli());
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

/**
 * A trigger that nodes define, as kept in the store. All times are by the store's clock.
 *
 * @param text what fires the job, as text that every node understands; empty if the job
 * is not known yet
 * @param version the order that the application gives its deployments; the highest one
 * wins
 * @param startedAt start of the node that defined it; of one version the latest one wins
 * @param confirmedAt when a node that defines it last confirmed it
 * @since 0.1.0
 */
public record RegisteredTrigger(String text, long version, Instant startedAt, Instant confirmedAt) {

	private static final RegisteredTrigger UNKNOWN = new RegisteredTrigger("", Long.MIN_VALUE, Instant.EPOCH,
			Instant.EPOCH);

	/**
	 * Return the trigger of a job that the store does not know.
	 * @return the trigger
	 */
	public static RegisteredTrigger unknown() {
		return UNKNOWN;
	}

	/**
	 * Confirm the trigger by a live node that defines it.
	 * @param now when it said so
	 * @return the trigger
	 */
	public RegisteredTrigger confirmed(Instant now) {
		return new RegisteredTrigger(this.text, this.version, this.startedAt, now);
	}

	/**
	 * Return whether this trigger fires the job rather than another one, if nodes define
	 * both.
	 * @param other the other trigger
	 * @return whether it does
	 */
	public boolean outranks(RegisteredTrigger other) {
		if (this.version != other.version) {
			return this.version > other.version;
		}
		int order = this.startedAt.compareTo(other.startedAt);
		return (order != 0) ? order > 0 : this.text.compareTo(other.text) > 0;
	}

}

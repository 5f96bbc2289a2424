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

	String line() {
		return TextParts.line(String.join(" ", Long.toString(this.version), TextParts.TIME.format(this.startedAt),
				TextParts.TIME.format(this.confirmedAt), this.text));
	}

	static RegisteredTrigger of(String line) {
		String[] words = TextParts.words(TextParts.text(line), 4);
		return new RegisteredTrigger(words[3], Long.parseLong(words[0]), Instant.parse(words[1]),
				Instant.parse(words[2]));
	}

	/**
	 * Return whether this trigger fires the job rather than another one, if nodes define
	 * both.
	 * @param other the other trigger
	 * @return whether it does
	 */
	public boolean outranks(RegisteredTrigger other) {
		if (this.version == other.version && this.startedAt.equals(other.startedAt)) {
			return this.text.compareTo(other.text) > 0;
		}
		return other.isBefore(this.version, this.startedAt);
	}

	/**
	 * Return whether a node comes after the one that defined this trigger.
	 * @param version the order that the application gives the node's deployment
	 * @param startedAt start of the node
	 * @return whether it does
	 */
	public boolean isBefore(long version, Instant startedAt) {
		return (this.version != version) ? this.version < version : this.startedAt.isBefore(startedAt);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Trigger of a job as registered in the store by the nodes that define the job. All times
 * are by the store's clock. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class RegisteredTrigger {

	private static final RegisteredTrigger UNKNOWN = new RegisteredTrigger("", Long.MIN_VALUE, Instant.EPOCH,
			Instant.EPOCH);

	private final String text;

	private final long version;

	private final Instant startedAt;

	private final Instant confirmedAt;

	private RegisteredTrigger(String text, long version, Instant startedAt, Instant confirmedAt) {
		this.text = text;
		this.version = version;
		this.startedAt = startedAt;
		this.confirmedAt = confirmedAt;
	}

	/**
	 * Create a trigger.
	 * @param text the text of the trigger
	 * @param version the version of the deployment
	 * @param startedAt the start of the node that defined the trigger
	 * @param confirmedAt the last confirmation by a node
	 * @return the trigger
	 */
	public static RegisteredTrigger of(String text, long version, Instant startedAt, Instant confirmedAt) {
		return new RegisteredTrigger(text, version, startedAt, confirmedAt);
	}

	/**
	 * Return the text of the trigger, which all nodes can parse.
	 * @return the text; empty for an unknown job
	 */
	public String text() {
		return this.text;
	}

	/**
	 * Return the version that the application assigns to its deployment. The highest
	 * version takes precedence.
	 * @return the version
	 */
	public long version() {
		return this.version;
	}

	/**
	 * Return the start of the node that defined the trigger. For equal versions, the
	 * latest start takes precedence.
	 * @return the time
	 */
	public Instant startedAt() {
		return this.startedAt;
	}

	/**
	 * Return the last confirmation by a node that defines the trigger.
	 * @return the time
	 */
	public Instant confirmedAt() {
		return this.confirmedAt;
	}

	/**
	 * Return the trigger of an unknown job.
	 * @return the trigger
	 */
	public static RegisteredTrigger unknown() {
		return UNKNOWN;
	}

	/**
	 * Return this trigger, confirmed by a live node that defines the trigger.
	 * @param now the time of the confirmation
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
	 * Return whether this trigger takes precedence over another trigger, if nodes define
	 * both.
	 * @param other the other trigger
	 * @return {@code true} if this trigger takes precedence
	 */
	public boolean outranks(RegisteredTrigger other) {
		if (this.version == other.version && this.startedAt.equals(other.startedAt)) {
			return this.text.compareTo(other.text) > 0;
		}
		return other.isBefore(this.version, this.startedAt);
	}

	/**
	 * Return whether a node takes precedence over the node that defined this trigger.
	 * @param version the version of the node's deployment
	 * @param startedAt the start of the node
	 * @return {@code true} if the given node takes precedence
	 */
	public boolean isBefore(long version, Instant startedAt) {
		return (this.version != version) ? this.version < version : this.startedAt.isBefore(startedAt);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RegisteredTrigger that && this.text.equals(that.text) && this.version == that.version
				&& this.startedAt.equals(that.startedAt) && this.confirmedAt.equals(that.confirmedAt);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.text, this.version, this.startedAt, this.confirmedAt);
	}

	@Override
	public String toString() {
		return "RegisteredTrigger[" + line() + "]";
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.List;

/**
 * How much happened in a round, without which no violation says nothing.
 *
 * @param grants locks that were got
 * @param busy attempts that were told to wait in vain
 * @param accepted writes that the register took
 * @param rejected writes that the register refused
 * @param lost grants whose holder heard of a loss
 * @param unknown attempts and releases without an answer that says what took effect
 * @since 0.1.0
 */
public record Counts(long grants, long busy, long accepted, long rejected, long lost, long unknown) {

	public static Counts of(History history) {
		List<Attempt> attempts = Attempts.of(history);
		return new Counts(attempts.stream().filter(Attempt::isGrant).count(),
				attempts.stream().filter((attempt) -> attempt.ended(EventType.BUSY)).count(), writes(history, true),
				writes(history, false), attempts.stream().filter(Counts::isLost).count(),
				attempts.stream().filter(Counts::isUnknown).count());
	}

	private static long writes(History history, boolean accepted) {
		return history.events(EventType.REGISTER)
			.stream()
			.filter((event) -> event.text(Detail.KIND).equals(Detail.WRITE) && event.is(Detail.ACCEPTED) == accepted)
			.count();
	}

	private static boolean isLost(Attempt attempt) {
		Event released = attempt.last(EventType.RELEASED);
		return attempt.last(EventType.LOST) != null || (released != null && !released.is(Detail.HELD));
	}

	private static boolean isUnknown(Attempt attempt) {
		return attempt.outcome() == null || attempt.ended(EventType.FAILED)
				|| attempt.last(EventType.RELEASE_FAILED) != null;
	}

	/**
	 * Adds what happened in another round.
	 * @param other the other round
	 * @return both
	 */
	public Counts plus(Counts other) {
		return new Counts(this.grants + other.grants, this.busy + other.busy, this.accepted + other.accepted,
				this.rejected + other.rejected, this.lost + other.lost, this.unknown + other.unknown);
	}

}

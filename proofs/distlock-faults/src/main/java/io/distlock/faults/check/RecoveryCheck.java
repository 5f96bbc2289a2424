// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of a round: within a lease, the longest pause between polls and a second
 * after the last fault ended, each key that is asked for is granted. A key whose holder
 * is well, and holds it, needs no other.
 *
 * @since 0.1.0
 */
public final class RecoveryCheck implements Check {

	private static final Duration SLACK = Duration.ofSeconds(1);

	private final long ttlNanos;

	private final long wakeNanos;

	/**
	 * Creates the check.
	 * @param ttl how long the store keeps a lock that is not renewed
	 * @param pollCap the longest pause between two polls of a waiter
	 * @param allowance for a noisy machine
	 */
	public RecoveryCheck(Duration ttl, Duration pollCap, Duration allowance) {
		this.ttlNanos = ttl.toNanos();
		this.wakeNanos = pollCap.plus(SLACK).plus(allowance).toNanos();
	}

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		OptionalLong healed = FaultSpans.of(history).lastEnd();
		List<Violation> violations = new ArrayList<>();
		if (healed.isPresent()) {
			FaultSpans faults = FaultSpans.of(history);
			Attempts.byKey(history)
				.values()
				.forEach((attempts) -> checkKey(attempts, healed.getAsLong(), faults, violations));
		}
		return violations;
	}

	private void checkKey(List<Attempt> attempts, long healed, FaultSpans faults, List<Violation> violations) {
		long free = healed + this.ttlNanos;
		long deadline = free + this.wakeNanos;
		if (attempts.stream().anyMatch((attempt) -> isAlive(attempt, healed, deadline))) {
			return;
		}
		attempts.stream()
			.filter((attempt) -> !faults.killed(attempt.node(), attempt.start()))
			.filter((attempt) -> waitedInVain(attempt, free, deadline))
			.findFirst()
			.ifPresent(
					(attempt) -> violations.add(Violation.of(name(),
							"'" + attempt.key() + "' was not granted until "
									+ Duration.ofNanos(deadline - healed).toMillis() + " ms after the fault",
							attempt)));
	}

	private static boolean isAlive(Attempt attempt, long healed, long deadline) {
		return attempt.ended(EventType.GRANTED) && attempt.end() <= deadline
				&& (attempt.end() > healed || attempt.heldUntil() > healed);
	}

	private static boolean waitedInVain(Attempt attempt, long free, long deadline) {
		boolean all = attempt.start() <= free && attempt.end() >= deadline;
		boolean within = attempt.start() >= free && attempt.end() <= deadline && !attempt.ended(EventType.INTERRUPTED);
		return all || within;
	}

}

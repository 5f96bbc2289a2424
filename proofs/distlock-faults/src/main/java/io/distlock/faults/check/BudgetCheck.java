// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Stalls;
import io.distlock.faults.history.Violation;

/**
 * C6: an attempt ends within its wait time and an allowance, whatever the store does.
 * While a process is frozen, its time does not count, nor does what its heartbeat was
 * late by.
 *
 * @since 0.1.0
 */
public final class BudgetCheck implements Check {

	private final long allowanceNanos;

	/**
	 * Creates the check.
	 * @param allowance the time of one command, 50 ms, and what a noisy machine needs
	 */
	public BudgetCheck(Duration allowance) {
		this.allowanceNanos = allowance.toNanos();
	}

	@Override
	public String name() {
		return "C6";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		Stalls stalls = Stalls.of(history);
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.outcome() != null && over(attempt, faults, stalls) > 0)
			.map((attempt) -> Violation.of(name(),
					"an attempt at '" + attempt.key() + "' ended " + over(attempt, faults, stalls) / 1_000_000
							+ " ms after its wait time and the allowance",
					attempt))
			.toList();
	}

	private long over(Attempt attempt, FaultSpans faults, Stalls stalls) {
		long took = attempt.end() - attempt.start();
		long frozen = faults.frozenNanos(attempt.node(), attempt.start(), attempt.end());
		long late = stalls.lateNanos(attempt.node(), attempt.start(), attempt.end());
		return took - Math.max(frozen, late) - Span.plus(attempt.waitNanos(), this.allowanceNanos);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.PossibleHolds;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Stalls;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of one who waits: no one waits for long for a free lock. Who may have it
 * is counted generously, and the longest pause between two polls, a second and an
 * allowance are not long, nor does that count what the machine had no time for. During a
 * fault, and until all that it has left behind has run out, nothing is demanded.
 *
 * @since 0.1.0
 */
public final class NeglectCheck implements Check {

	private static final Duration SLACK = Duration.ofSeconds(1);

	private final long leaseNanos;

	private final long mostNanos;

	/**
	 * Creates the check.
	 * @param lease how long the store keeps a lock that is not renewed
	 * @param pollCap the longest pause between two polls of a waiter
	 * @param allowance for a command, and for a noisy machine
	 */
	public NeglectCheck(Duration lease, Duration pollCap, Duration allowance) {
		this.leaseNanos = lease.toNanos();
		this.mostNanos = most(pollCap, allowance);
	}

	/**
	 * Return for how long one may wait who has nothing to wait for.
	 */
	static long most(Duration pollCap, Duration allowance) {
		return pollCap.plus(SLACK).plus(allowance).toNanos();
	}

	/**
	 * Return when faults, or what they have left behind, may be in the way.
	 */
	static Stream<Span> disturbed(FaultSpans faults, long leaseNanos) {
		return faults.all().stream().map((span) -> new Span(span.from(), Span.plus(span.to(), leaseNanos)));
	}

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		Stalls stalls = Stalls.of(history);
		List<Violation> violations = new ArrayList<>();
		Attempts.byKey(history).values().forEach((attempts) -> {
			List<Span> taken = new ArrayList<>(PossibleHolds.of(attempts, faults, this.leaseNanos));
			disturbed(faults, this.leaseNanos).forEach(taken::add);
			attempts.stream()
				.filter((attempt) -> !faults.killed(attempt.node(), attempt.start())
						&& PossibleHolds.longestGap(taken, attempt, stalls) > this.mostNanos)
				.map((attempt) -> Violation.of(name(),
						"an attempt at '" + attempt.key() + "' waited for " + this.mostNanos / 1_000_000
								+ " ms while it was free",
						attempt))
				.forEach(violations::add);
		});
		return violations;
	}

}

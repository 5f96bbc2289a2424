// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.PossibleHolds;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Violation;

/**
 * C4, the part of those who did not get it: an attempt that waited is told that the lock
 * is busy only if an owner may have held it meanwhile. Who may have held it is counted
 * generously: a grant until its release, and a grant without a release, or an attempt
 * whose outcome is not known, until a lease after that. Attempts during a fault, or
 * within a lease after it, are not judged, and neither are those that did not wait.
 *
 * @since 0.1.0
 */
public final class FalseBusyCheck implements Check {

	private final long leaseNanos;

	/**
	 * Creates the check.
	 * @param lease the lease of the locks
	 */
	public FalseBusyCheck(Duration lease) {
		this.leaseNanos = lease.toNanos();
	}

	@Override
	public String name() {
		return "C4";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		List<Violation> violations = new ArrayList<>();
		Attempts.byKey(history).values().forEach((attempts) -> {
			List<Span> holds = merge(attempts, faults);
			attempts.stream()
				.filter((attempt) -> isJudged(attempt, faults) && !mayBeHeld(holds, attempt))
				.map((attempt) -> Violation.of(name(), "'" + attempt.key() + "' was busy, but free", attempt))
				.forEach(violations::add);
		});
		return violations;
	}

	private boolean isJudged(Attempt attempt, FaultSpans faults) {
		Optional<Span> fault = faults.all();
		return attempt.ended(EventType.BUSY) && attempt.waitNanos() > 0
				&& fault
					.map((span) -> !new Span(span.from(), Span.plus(span.to(), this.leaseNanos))
						.intersects(attempt.start(), attempt.end()))
					.orElse(true);
	}

	/**
	 * The holds by their begin, each as long as the longest up to it, so that one look
	 * finds whether any reaches a time.
	 */
	private List<Span> merge(List<Attempt> attempts, FaultSpans faults) {
		List<Span> merged = new ArrayList<>();
		long longest = Long.MIN_VALUE;
		for (Attempt attempt : attempts) {
			if (attempt.mayBeGrant()) {
				longest = Math.max(longest, PossibleHolds.end(attempt, faults, this.leaseNanos));
				merged.add(new Span(attempt.start(), longest));
			}
		}
		return merged;
	}

	private static boolean mayBeHeld(List<Span> holds, Attempt attempt) {
		int low = 0;
		int high = holds.size();
		while (low < high) {
			int middle = (low + high) >>> 1;
			boolean before = holds.get(middle).from() <= attempt.end();
			low = before ? middle + 1 : low;
			high = before ? high : middle;
		}
		return low > 0 && holds.get(low - 1).to() >= attempt.start();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.Comparator;
import java.util.List;

/**
 * When an owner may have had a key, counted generously: a grant from its outcome, or from
 * its call if it was not told, until its release, and a grant without a release, or an
 * attempt whose outcome is not known, until a lease after that.
 *
 * @since 0.1.0
 */
public final class PossibleHolds {

	private PossibleHolds() {
	}

	public static List<Span> of(List<Attempt> attempts, FaultSpans faults, long leaseNanos) {
		return attempts.stream()
			.filter(Attempt::mayBeGrant)
			.map((attempt) -> new Span(begin(attempt), end(attempt, faults, leaseNanos)))
			.toList();
	}

	private static long begin(Attempt attempt) {
		return attempt.isGrant() ? attempt.end() : attempt.start();
	}

	// The end of time where a holder has neither released nor lost it.
	public static long end(Attempt attempt, FaultSpans faults, long leaseNanos) {
		if (attempt.releasedHeld()) {
			return attempt.lastAt();
		}
		if (faults.killed(attempt.node(), attempt.start())) {
			return Span.plus(faults.killedAt(attempt.node(), attempt.start()).orElseThrow(), leaseNanos);
		}
		boolean over = attempt.knowsLoss() || attempt.ended(EventType.FAILED) || attempt.ended(EventType.INTERRUPTED);
		return over ? Span.plus(attempt.lastAt(), leaseNanos) : Long.MAX_VALUE;
	}

	// The longest time within an attempt in which nothing was in its way, without what
	// the machine had no time for.
	public static long longestGap(List<Span> taken, Attempt attempt, Stalls stalls) {
		long free = attempt.start();
		long longest = 0;
		long end = (attempt.outcome() != null) ? attempt.end() : attempt.lastAt();
		for (Span span : taken.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
			if (span.from() < end) {
				longest = Math.max(longest, timely(free, span.from(), stalls));
				free = Math.max(free, span.to());
			}
		}
		return Math.max(longest, timely(free, end, stalls));
	}

	private static long timely(long from, long to, Stalls stalls) {
		return (from < to) ? to - from - stalls.lateNanos(from, to) : 0;
	}

}

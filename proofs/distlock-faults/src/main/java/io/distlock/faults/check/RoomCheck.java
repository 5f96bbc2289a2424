// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.PossibleHolds;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Stalls;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of one who waits for what several may hold: no one waits for long for a
 * permit while one is left, nor to share a key that none has alone and none waits to have
 * alone. What is taken, and how long is long, is as {@link NeglectCheck} has it.
 *
 * @since 0.1.0
 */
public final class RoomCheck implements Check {

	private final long leaseNanos;

	private final long mostNanos;

	/**
	 * Creates the check.
	 * @param lease how long the store keeps a lock that is not renewed
	 * @param pollCap the longest pause between two polls of a waiter, none where each
	 * waiter is woken
	 * @param allowance for a command, and for a noisy machine
	 */
	public RoomCheck(Duration lease, Duration pollCap, Duration allowance) {
		this.leaseNanos = lease.toNanos();
		this.mostNanos = NeglectCheck.most(pollCap, allowance);
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
			List<Span> taken = new ArrayList<>(NeglectCheck.disturbed(faults, this.leaseNanos).toList());
			taken.addAll(full(attempts, faults));
			taken.addAll(alone(attempts, faults));
			attempts.stream()
				.filter((attempt) -> !attempt.isExclusive() && !faults.killed(attempt.node(), attempt.start())
						&& PossibleHolds.longestGap(taken, attempt, stalls) > this.mostNanos)
				.map((attempt) -> Violation.of(name(),
						"an attempt at '" + attempt.key() + "' waited for " + this.mostNanos / 1_000_000
								+ " ms while there was room for it",
						attempt))
				.forEach(violations::add);
		});
		return violations;
	}

	/**
	 * When one has the key alone, or waits for that.
	 */
	private List<Span> alone(List<Attempt> attempts, FaultSpans faults) {
		List<Attempt> writers = attempts.stream().filter(Attempt::isExclusive).toList();
		List<Span> spans = new ArrayList<>(PossibleHolds.of(writers, faults, this.leaseNanos));
		writers.forEach((writer) -> spans.add(new Span(writer.start(), writer.end())));
		return spans;
	}

	/**
	 * When as many permits are taken as the node says that knows of the fewest.
	 */
	private List<Span> full(List<Attempt> attempts, FaultSpans faults) {
		List<Attempt> takers = attempts.stream().filter((attempt) -> attempt.permits() > 0).toList();
		long permits = takers.stream().mapToLong(Attempt::permits).min().orElse(Long.MAX_VALUE);
		List<Span> spans = new ArrayList<>();
		PriorityQueue<Long> ends = new PriorityQueue<>();
		PossibleHolds.of(takers, faults, this.leaseNanos)
			.stream()
			.sorted(Comparator.comparingLong(Span::from))
			.forEach((hold) -> {
				while (!ends.isEmpty() && ends.element() < hold.from()) {
					ends.remove();
				}
				ends.add(hold.to());
				if (ends.size() >= permits) {
					spans.add(new Span(hold.from(), enough(ends, permits)));
				}
			});
		return spans;
	}

	/**
	 * Until when so many of the holds last.
	 */
	private static long enough(PriorityQueue<Long> ends, long count) {
		return ends.stream().sorted(Comparator.reverseOrder()).skip(count - 1).findFirst().orElseThrow();
	}

}

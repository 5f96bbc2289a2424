// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Violation;

/**
 * C8, the part of those who do not ask: a holder that could have seen a loss is also
 * called back for it, within a second and what the machine needs, whatever other
 * callbacks do. Demanded of every store under every fault, but not of processes that were
 * killed, that stood still, or that ended their round before.
 *
 * @since 0.1.0
 */
public final class CallbackCheck implements Check {

	private static final Duration PROMPT = Duration.ofSeconds(1);

	private final long mostNanos;

	/**
	 * Creates the check.
	 * @param allowance for a noisy machine
	 */
	public CallbackCheck(Duration allowance) {
		this.mostNanos = PROMPT.plus(allowance).toNanos();
	}

	@Override
	public String name() {
		return "C8";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		Map<String, Long> ends = new HashMap<>();
		history.events().forEach((event) -> ends.put(event.node(), event.at()));
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> isUntold(attempt, faults, ends.getOrDefault(attempt.node(), 0L)))
			.map((attempt) -> Violation.of(name(), "the loss of '" + attempt.key() + "' was told to no callback",
					attempt))
			.toList();
	}

	private boolean isUntold(Attempt attempt, FaultSpans faults, long nodeEnd) {
		Event lost = attempt.last(EventType.LOST);
		if (lost == null) {
			return false;
		}
		Event told = attempt.last(EventType.TOLD);
		long deadline = Span.plus(lost.at(), this.mostNanos);
		return (told == null || told.at() > deadline) && nodeEnd >= deadline
				&& !faults.killed(attempt.node(), attempt.start())
				&& faults.frozenNanos(attempt.node(), lost.at(), deadline) == 0;
	}

}

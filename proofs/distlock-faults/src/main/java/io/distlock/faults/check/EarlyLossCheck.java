// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Violation;
import org.jspecify.annotations.Nullable;

/**
 * C8, the part of those who are told too much: no lock is lost before the lease is over
 * that its holder had when it was granted, or was trusted for the last time. Demanded
 * where the store promises exclusion: such a lease belongs to no other owner, so a holder
 * that is told of its loss is told of something that did not happen.
 *
 * @since 0.1.0
 */
public final class EarlyLossCheck implements Check {

	@Override
	public String name() {
		return "C8";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> isLostEarly(attempt) && !faults.killed(attempt.node(), attempt.start()))
			.map((attempt) -> Violation.of(name(), "'" + attempt.key() + "' was said to be lost within its lease",
					attempt))
			.toList();
	}

	private static boolean isLostEarly(Attempt attempt) {
		Event granted = attempt.outcome();
		if (granted == null || !attempt.isGrant()) {
			return false;
		}
		Event loss = firstLoss(attempt);
		Event trusted = attempt.lastTrusted();
		return loss != null && (loss.at() < leaseEnd(granted) || (trusted != null && loss.at() < leaseEnd(trusted)));
	}

	/**
	 * What was left of the lease was read after the time of the event, so that the lease
	 * ends later than counted here.
	 */
	private static long leaseEnd(Event event) {
		return Span.plus(event.at(), event.number(Detail.REMAINING_NANOS));
	}

	private static @Nullable Event firstLoss(Attempt attempt) {
		Event lost = attempt.last(EventType.LOST);
		Event released = attempt.last(EventType.RELEASED);
		return (lost != null) ? lost : (released != null && !released.is(Detail.HELD)) ? released : null;
	}

}

package io.distlock.faults.history;

import java.time.Duration;
import java.util.List;

/**
 * C8, the part of rounds without a fault: no lock is lost. A holder that stood still by
 * itself, which its own events show by a gap, or by little of the lease that was left
 * when it got it, may lose it all the same.
 *
 * @since 0.1.0
 */
public final class C8CalmRound implements Check {

	private final long stallNanos;

	/**
	 * Creates the check.
	 * @param stall the gap between two events of a holder that excuses a loss
	 */
	public C8CalmRound(Duration stall) {
		this.stallNanos = stall.toNanos();
	}

	@Override
	public String name() {
		return "C8";
	}

	@Override
	public List<Violation> check(History history) {
		if (!FaultSpans.of(history).isEmpty()) {
			return List.of();
		}
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> isLost(attempt) && isRenewed(attempt) && !stoodStill(attempt))
			.map((attempt) -> Violation.of(name(), "'" + attempt.key() + "' was lost without a fault", attempt))
			.toList();
	}

	private static boolean isRenewed(Attempt attempt) {
		Event outcome = attempt.outcome();
		return outcome == null || !Boolean.FALSE.equals(outcome.details().get(Detail.RENEWED));
	}

	private static boolean isLost(Attempt attempt) {
		Event released = attempt.last(EventType.RELEASED);
		return attempt.last(EventType.LOST) != null || (released != null && !released.is(Detail.HELD));
	}

	private boolean stoodStill(Attempt attempt) {
		Event outcome = attempt.outcome();
		if (outcome != null && outcome.number(Detail.REMAINING_NANOS) < this.stallNanos) {
			return true;
		}
		List<Event> events = attempt.events();
		for (int i = 1; i < events.size(); i++) {
			if (events.get(i - 1).type() != EventType.ACQUIRE
					&& events.get(i).at() - events.get(i - 1).at() >= this.stallNanos) {
				return true;
			}
		}
		return false;
	}

}

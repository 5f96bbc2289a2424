// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Violation;

/**
 * C10: what does not depend on the part that is broken goes on. Of keys that the fault
 * spares, no lock that is renewed is lost from the begin of the fault until some time
 * after its end, and no attempt fails that begins within the fault, once its nodes have
 * had a moment to find out. Holders that stood still by themselves are left out.
 *
 * @since 0.1.0
 */
public final class AvailabilityCheck implements Check {

	private final long findOutNanos;

	private final long afterwardsNanos;

	private final long stallNanos;

	/**
	 * Creates the check.
	 * @param findOut after which time no attempt fails any more
	 * @param afterwards for how long losses count after the fault
	 * @param stall the gap between two events of a holder that excuses a loss
	 */
	public AvailabilityCheck(Duration findOut, Duration afterwards, Duration stall) {
		this.findOutNanos = findOut.toNanos();
		this.afterwardsNanos = afterwards.toNanos();
		this.stallNanos = stall.toNanos();
	}

	@Override
	public String name() {
		return "C10";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		Set<String> spared = faults.spared();
		Span fault = faults.all().orElse(new Span(Long.MAX_VALUE, Long.MAX_VALUE));
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> spared.contains(attempt.key()))
			.filter((attempt) -> isLost(attempt, fault) || hasFailed(attempt, fault))
			.map((attempt) -> Violation.of(name(),
					"'" + attempt.key() + "', which the fault spares, was lost or could not be asked for", attempt))
			.toList();
	}

	private boolean isLost(Attempt attempt, Span fault) {
		return attempt.isRenewed() && attempt.isLost() && !attempt.stoodStill(this.stallNanos)
				&& new Span(fault.from(), Span.plus(fault.to(), this.afterwardsNanos)).intersects(attempt.end(),
						attempt.lastAt());
	}

	private boolean hasFailed(Attempt attempt, Span fault) {
		return attempt.ended(EventType.FAILED) && attempt.start() >= Span.plus(fault.from(), this.findOutNanos)
				&& attempt.start() <= fault.to();
	}

}

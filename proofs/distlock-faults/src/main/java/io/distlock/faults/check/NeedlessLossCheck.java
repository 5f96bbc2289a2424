// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C8, the part of locks that are renewed: none is lost. Demanded where nothing happens,
 * and where the fault leaves time for renewals. A holder that stood still by itself,
 * which its own events show by a gap, or by little of the lease that was left when it got
 * it, may lose it all the same.
 *
 * @since 0.1.0
 */
public final class NeedlessLossCheck implements Check {

	private final long stallNanos;

	/**
	 * Creates the check.
	 * @param stall the gap between two events of a holder that excuses a loss
	 */
	public NeedlessLossCheck(Duration stall) {
		this.stallNanos = stall.toNanos();
	}

	@Override
	public String name() {
		return "C8";
	}

	@Override
	public List<Violation> check(History history) {
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.isLost() && attempt.isRenewed() && !attempt.stoodStill(this.stallNanos))
			.map((attempt) -> Violation.of(name(), "'" + attempt.key() + "' was lost although it could be renewed",
					attempt))
			.toList();
	}

}

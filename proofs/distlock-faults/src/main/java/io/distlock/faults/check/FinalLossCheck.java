// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C8, the part of the end: a loss is final. No release finds a lock held that its holder
 * knew to be lost before. Demanded of every store under every fault.
 *
 * @since 0.1.0
 */
public final class FinalLossCheck implements Check {

	@Override
	public String name() {
		return "C8";
	}

	@Override
	public List<Violation> check(History history) {
		return Attempts.of(history)
			.stream()
			.filter(FinalLossCheck::isHeldAfterLoss)
			.map((attempt) -> Violation.of(name(), "'" + attempt.key() + "' was lost, and yet held afterwards",
					attempt))
			.toList();
	}

	private static boolean isHeldAfterLoss(Attempt attempt) {
		Event lost = attempt.last(EventType.LOST);
		Event release = attempt.last(EventType.RELEASE);
		return lost != null && release != null && lost.at() < release.at() && attempt.releasedHeld();
	}

}

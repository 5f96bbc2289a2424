// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of each attempt: it gets the lock or ends without it, unless its process
 * was killed. The round has to give its processes the time for that.
 *
 * @since 0.1.0
 */
public final class OutcomeCheck implements Check {

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.outcome() == null && !faults.killed(attempt.node(), attempt.start()))
			.map((attempt) -> Violation.of(name(), "an attempt at '" + attempt.key() + "' never ended", attempt))
			.toList();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of a store that is well: where it answers all requests as ever, no attempt
 * ends in an error.
 *
 * @since 0.1.0
 */
public final class FailureCheck implements Check {

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.ended(EventType.FAILED))
			.map((attempt) -> Violation.of(name(),
					"an attempt at '" + attempt.key() + "' failed although the store is well", attempt))
			.toList();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C4, the part of the owner: a thread that enters again has entered before, has not left,
 * and gets the token that it has.
 *
 * @since 0.1.0
 */
public final class OwnerCheck implements Check {

	@Override
	public String name() {
		return "C4";
	}

	@Override
	public List<Violation> check(History history) {
		Map<String, List<Attempt>> grants = Attempts.grants(history);
		List<Violation> violations = new ArrayList<>();
		for (Attempt attempt : Attempts.of(history)) {
			Event outcome = attempt.outcome();
			if (outcome != null && outcome.is(Detail.REENTRANT)
					&& grants.getOrDefault(attempt.key(), List.of())
						.stream()
						.noneMatch((grant) -> owns(grant, attempt))) {
				violations
					.add(Violation.of(name(), "'" + attempt.key() + "' was entered again without being held", attempt));
			}
		}
		return violations;
	}

	private static boolean owns(Attempt grant, Attempt again) {
		Event released = grant.last(EventType.RELEASED);
		return grant.node().equals(again.node()) && grant.thread().equals(again.thread())
				&& grant.token() == again.token() && grant.end() <= again.start()
				&& (released == null || released.at() >= again.end());
	}

}

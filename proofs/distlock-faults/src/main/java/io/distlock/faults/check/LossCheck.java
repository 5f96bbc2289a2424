// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C8: who loses a lock hears of it. If the next grant comes before a holder begins to
 * release, the holder has an event of the loss, or its release says that nothing was held
 * any more, or that it could not find out. Only a process that was killed owes nothing.
 * Demanded where the store promises exclusion: without it, two may hold and release in
 * good faith.
 *
 * @since 0.1.0
 */
public final class LossCheck implements Check {

	@Override
	public String name() {
		return "C8";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		List<Violation> violations = new ArrayList<>();
		Attempts.grantsByToken(history).values().forEach((grants) -> checkKey(grants, faults, violations));
		return violations;
	}

	private void checkKey(List<Attempt> grants, FaultSpans faults, List<Violation> violations) {
		for (int i = 1; i < grants.size(); i++) {
			Attempt grant = grants.get(i - 1);
			Attempt next = grants.get(i);
			if (overtook(next, grant) && !grant.knowsLoss() && !faults.killed(grant.node(), grant.start())) {
				violations.add(Violation.of(name(), "a holder of '" + grant.key() + "' was not told that it lost it",
						grant, next));
			}
		}
	}

	private static boolean overtook(Attempt next, Attempt grant) {
		return next.end() >= grant.start() && next.end() < releaseBegin(grant);
	}

	private static long releaseBegin(Attempt grant) {
		Event release = grant.last(EventType.RELEASE);
		return (release != null) ? release.at() : Long.MAX_VALUE;
	}

}

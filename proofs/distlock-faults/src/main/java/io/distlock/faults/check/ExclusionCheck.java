// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C2: no two holders of a key trust their lock at one time. A grant is trusted from its
 * {@link EventType#GRANTED} to its last {@link EventType#TRUSTED}, both of which it
 * proves; a grant without the latter proves nothing, and is left out. Demanded where the
 * store promises exclusion under the fault.
 *
 * @since 0.1.0
 */
public final class ExclusionCheck implements Check {

	@Override
	public String name() {
		return "C2";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Attempts.grants(history).values().forEach((grants) -> checkKey(grants, violations));
		return violations;
	}

	private void checkKey(List<Attempt> grants, List<Violation> violations) {
		List<Hold> holds = grants.stream().flatMap(Hold::of).sorted(Comparator.comparingLong(Hold::from)).toList();
		for (int i = 1, longest = 0; i < holds.size(); i++) {
			Hold earlier = holds.get(longest);
			Hold later = holds.get(i);
			if (later.from() <= earlier.to()) {
				violations
					.add(Violation.of(name(), "two holders of '" + later.grant().key() + "' trusted it at one time",
							earlier.grant(), later.grant()));
			}
			longest = (later.to() > earlier.to()) ? i : longest;
		}
	}

	private record Hold(long from, long to, Attempt grant) {

		static Stream<Hold> of(Attempt grant) {
			Event trusted = grant.lastTrusted();
			return (trusted != null) ? Stream.of(new Hold(grant.end(), trusted.at(), grant)) : Stream.empty();
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C2 where several hold a key at one time: no owner trusts a lock beside one who has it
 * alone, and no more permits are trusted than the node says that has the most. What is
 * trusted, and for how long, is as {@link ExclusionCheck} has it.
 *
 * @since 0.1.0
 */
public final class SharingCheck implements Check {

	@Override
	public String name() {
		return "C2";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Attempts.byKey(history)
			.values()
			.forEach((attempts) -> checkKey(attempts, attempts.stream().mapToLong(Attempt::permits).max().orElse(0),
					violations));
		return violations;
	}

	private void checkKey(List<Attempt> attempts, long permits, List<Violation> violations) {
		List<Hold> holds = attempts.stream()
			.filter(Attempt::isGrant)
			.flatMap(Hold::of)
			.sorted(Comparator.comparingLong(Hold::from))
			.toList();
		List<Hold> together = new ArrayList<>();
		for (Hold later : holds) {
			together.removeIf((earlier) -> earlier.to() < later.from());
			check(later, together, permits, violations);
			together.add(later);
		}
	}

	private void check(Hold later, List<Hold> together, long permits, List<Violation> violations) {
		Predicate<Hold> apart = (earlier) -> earlier.grant().isExclusive() || later.grant().isExclusive();
		together.stream()
			.filter(apart)
			.findFirst()
			.ifPresent((earlier) -> violations
				.add(Violation.of(name(), "'" + later.grant().key() + "' was trusted beside one who had it alone",
						earlier.grant(), later.grant())));
		if (later.grant().permits() > 0 && together.size() >= permits) {
			violations.add(Violation.of(name(), "%d permits of '%s' were trusted at one time, and there are %d"
				.formatted(together.size() + 1, later.grant().key(), permits), later.grant()));
		}
	}

	private record Hold(long from, long to, Attempt grant) {

		static Stream<Hold> of(Attempt grant) {
			Event trusted = grant.lastTrusted();
			return (trusted != null) ? Stream.of(new Hold(grant.end(), trusted.at(), grant)) : Stream.empty();
		}

	}

}

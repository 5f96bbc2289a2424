// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of jobs: each job that ran before the end of the last fault runs again
 * after it.
 *
 * @since 0.1.0
 */
public final class JobServiceCheck implements Check {

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		OptionalLong healed = FaultSpans.of(history).lastEnd();
		if (healed.isEmpty()) {
			return List.of();
		}
		List<Event> starts = history.events(EventType.RUN_START);
		Set<String> again = starts.stream()
			.filter((start) -> start.at() >= healed.getAsLong())
			.map((start) -> start.text(Detail.JOB))
			.collect(Collectors.toCollection(TreeSet::new));
		return starts.stream()
			.collect(Collectors.toMap((start) -> start.text(Detail.JOB), (start) -> start, (first, next) -> next))
			.values()
			.stream()
			.filter((last) -> !again.contains(last.text(Detail.JOB)))
			.map((last) -> Violation.of(name(),
					"job '%s' did not run again after the fault".formatted(last.text(Detail.JOB)), last))
			.toList();
	}

}

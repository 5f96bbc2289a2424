// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C5, the part of a node: after the last fault has ended, the store replies to each node.
 * A node is without service if several of its attempts that began since then failed, and
 * none was granted. An attempt that waits behind another one of its node ends as busy,
 * also if the store replies to neither.
 *
 * @since 0.1.0
 */
public final class ServiceCheck implements Check {

	private static final int SEVERAL = 2;

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
		Map<String, List<Attempt>> since = Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.start() >= healed.getAsLong())
			.collect(Collectors.groupingBy(Attempt::node));
		return since.values()
			.stream()
			.filter((attempts) -> attempts.stream()
				.filter((attempt) -> attempt.ended(EventType.FAILED))
				.count() >= SEVERAL)
			.filter((attempts) -> attempts.stream().noneMatch((attempt) -> attempt.ended(EventType.GRANTED)))
			.map((attempts) -> Violation.of(name(),
					"'%s' has no service after the fault".formatted(attempts.get(0).node()), attempts.get(0)))
			.toList();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * When the machine had no time for which process, as its heartbeat measured it.
 *
 * @since 0.1.0
 */
public final class Stalls {

	private final Map<String, List<Event>> byNode;

	private Stalls(Map<String, List<Event>> byNode) {
		this.byNode = byNode;
	}

	public static Stalls of(History history) {
		return new Stalls(history.events(EventType.STALL).stream().collect(Collectors.groupingBy(Event::node)));
	}

	// How late the process was woken that was the latest within a span of time.
	public long lateNanos(long from, long to) {
		return this.byNode.keySet().stream().mapToLong((node) -> lateNanos(node, from, to)).max().orElse(0);
	}

	// How late a process was woken within a span of time, all in all.
	public long lateNanos(String node, long from, long to) {
		return this.byNode.getOrDefault(node, List.of())
			.stream()
			.filter((stall) -> stall.at() >= from && stall.at() - stall.number(Detail.LATE_NANOS) <= to)
			.mapToLong((stall) -> stall.number(Detail.LATE_NANOS))
			.sum();
	}

}

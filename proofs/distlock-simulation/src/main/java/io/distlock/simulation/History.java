// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The last events of each key, and of the cluster, for the message of a failure.
 */
final class History {

	private static final int LINES = 30;

	private final VirtualTime time;

	private final Map<String, Deque<String>> events = new HashMap<>();

	History(VirtualTime time) {
		this.time = time;
	}

	/**
	 * Record an event.
	 * @param subject the key, or an empty text for the cluster
	 */
	void add(String subject, String node, String event) {
		Deque<String> lines = this.events.computeIfAbsent(subject, (added) -> new ArrayDeque<>());
		lines.add("%12.3f ms  %-10s %s".formatted(this.time.now() / 1e6, node, event));
		if (lines.size() > LINES) {
			lines.remove();
		}
	}

	/**
	 * Return the last events of a key and of the cluster, in the order of time.
	 */
	String of(String subject) {
		return Stream.of(subject, "")
			.distinct()
			.flatMap((each) -> this.events.getOrDefault(each, new ArrayDeque<>()).stream())
			.sorted()
			.collect(Collectors.joining("\n"));
	}

}

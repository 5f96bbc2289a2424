/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.faults.history;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * When the machine had no time for which process, as its heartbeat measured it.
 */
final class Stalls {

	private final Map<String, List<Event>> byNode;

	private Stalls(Map<String, List<Event>> byNode) {
		this.byNode = byNode;
	}

	static Stalls of(History history) {
		return new Stalls(history.events(EventType.STALL).stream().collect(Collectors.groupingBy(Event::node)));
	}

	/**
	 * How late a process was woken within a span of time, all in all.
	 */
	long lateNanos(String node, long from, long to) {
		return this.byNode.getOrDefault(node, List.of())
			.stream()
			.filter((stall) -> stall.at() >= from && stall.at() - stall.number(Detail.LATE_NANOS) <= to)
			.mapToLong((stall) -> stall.number(Detail.LATE_NANOS))
			.sum();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins the events of a history to attempts.
 *
 * @since 0.1.0
 */
public final class Attempts {

	private Attempts() {
	}

	// All attempts, by the time of their call.
	public static List<Attempt> of(History history) {
		Map<Id, Attempt> attempts = new LinkedHashMap<>();
		history.events()
			.stream()
			.filter((event) -> event.op() != null && event.type() != EventType.REGISTER)
			.forEach((event) -> attempts.computeIfAbsent(Id.of(event), (id) -> new Attempt(event)).add(event));
		return List.copyOf(attempts.values());
	}

	// All attempts of each key, by the time of their call.
	public static Map<String, List<Attempt>> byKey(History history) {
		return byKey(of(history).stream());
	}

	// The grants of each key, by the time of their call.
	public static Map<String, List<Attempt>> grants(History history) {
		return byKey(of(history).stream().filter(Attempt::isGrant));
	}

	// The grants of each key, by their tokens.
	public static Map<String, List<Attempt>> grantsByToken(History history) {
		return byKey(of(history).stream()
			.filter(Attempt::isGrant)
			.sorted(Comparator.comparingLong(Attempt::token).thenComparingLong(Attempt::end)));
	}

	private static Map<String, List<Attempt>> byKey(Stream<Attempt> attempts) {
		return attempts.collect(Collectors.groupingBy(Attempt::key, TreeMap::new, Collectors.toList()));
	}

	private record Id(String node, long op) {

		static Id of(Event event) {
			Long op = event.op();
			return new Id(event.node(), (op != null) ? op : 0);
		}

	}

}

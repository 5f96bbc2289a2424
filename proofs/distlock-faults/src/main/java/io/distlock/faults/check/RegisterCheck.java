// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;
import org.jspecify.annotations.Nullable;

/**
 * C3: a register that is guarded by fencing tokens loses no update. In the register's own
 * order the accepted tokens never decrease, so that nothing older overtakes an accepted
 * write; and each holder adds one to the value it read, so that the value counts the
 * accepted writes, from 0 at the begin of a round. Demanded of every store under every
 * fault.
 *
 * @since 0.1.0
 */
public final class RegisterCheck implements Check {

	@Override
	public String name() {
		return "C3";
	}

	@Override
	public List<Violation> check(History history) {
		Map<String, List<Event>> resources = history.events(EventType.REGISTER)
			.stream()
			.filter((event) -> event.is(Detail.ACCEPTED))
			.sorted(Comparator.comparingLong((event) -> event.number(Detail.SEQ)))
			.collect(
					Collectors.groupingBy((event) -> Objects.toString(event.key()), TreeMap::new, Collectors.toList()));
		List<Violation> violations = new ArrayList<>();
		resources.values().forEach((accepted) -> checkTokens(accepted, violations));
		resources.values().forEach((accepted) -> checkValues(accepted, violations));
		return violations;
	}

	private void checkTokens(List<Event> accepted, List<Violation> violations) {
		Event highest = null;
		for (Event event : accepted) {
			if (highest != null && token(event) < token(highest)) {
				violations.add(Violation.of(name(),
						"register '" + event.key() + "' took token " + event.token() + " after " + highest.token(),
						highest, event));
			}
			else {
				highest = event;
			}
		}
	}

	private void checkValues(List<Event> accepted, List<Violation> violations) {
		Event last = null;
		long value = 0;
		for (Event event : accepted.stream().filter((event) -> event.text(Detail.KIND).equals(Detail.WRITE)).toList()) {
			if (event.number(Detail.VALUE) != value + 1) {
				violations.add(lostUpdate(last, value, event));
			}
			value = event.number(Detail.VALUE);
			last = event;
		}
	}

	private Violation lostUpdate(@Nullable Event last, long value, Event event) {
		String message = "register '" + event.key() + "' went from " + value + " to " + event.number(Detail.VALUE)
				+ ": an update was lost";
		return (last != null) ? Violation.of(name(), message, last, event) : Violation.of(name(), message, event);
	}

	private static long token(Event event) {
		Long token = event.token();
		return (token != null) ? token : 0;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C7: after quiescence nothing is left in the store or in a process that was not there
 * before.
 *
 * @since 0.1.0
 */
public final class LeakCheck implements Check {

	@Override
	public String name() {
		return "C7";
	}

	@Override
	public List<Violation> check(History history) {
		return history.events(EventType.LEAK)
			.stream()
			.filter((leak) -> leak.number(Detail.COUNT) > 0)
			.map((leak) -> Violation.of(name(), leak.number(Detail.COUNT) + " " + leak.text(Detail.WHAT) + " left",
					leak))
			.toList();
	}

}

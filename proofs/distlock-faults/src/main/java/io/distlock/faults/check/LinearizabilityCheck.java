// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C4: grants are linearizable against a fenced mutex: each takes effect at one moment
 * within its call, when the lock is free, with a token above all before, and ends at a
 * moment not before it was last trusted, or a release began that found it held.
 * <p>
 * The model is {@code FencedMutex} of Jepsen's tests of Hazelcast
 * (<a href="https://github.com/jepsen-io/jepsen">jepsen-io</a>,
 * hazelcast/src/jepsen/hazelcast.clj), which Knossos searches. Leases are added: a hold
 * may end by itself. An attempt whose outcome is not known may or may not take effect, so
 * that it never contradicts a history of grants. Since tokens give the order, no search
 * is needed: going by tokens, each grant takes effect as early as it can, and if one has
 * to be later than its call lasted, there is no order. That takes O(n log n). Demanded
 * where the store promises exclusion.
 *
 * @since 0.1.0
 */
public final class LinearizabilityCheck implements Check {

	@Override
	public String name() {
		return "C4";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Attempts.grantsByToken(history).values().forEach((grants) -> checkKey(grants, violations));
		return violations;
	}

	private void checkKey(List<Attempt> grants, List<Violation> violations) {
		long free = Long.MIN_VALUE;
		Attempt holder = null;
		Attempt previous = null;
		for (Attempt grant : grants) {
			if (holder != null && free > grant.end()) {
				violations.add(noOrder(holder, grant));
			}
			else if (previous != null && previous.token() == grant.token()) {
				violations.add(noOrder(previous, grant));
			}
			long end = Math.max(Math.max(free, grant.start()), grant.heldUntil());
			holder = (end > free) ? grant : holder;
			free = end;
			previous = grant;
		}
	}

	private Violation noOrder(Attempt first, Attempt second) {
		return Violation.of(name(), "no order of a fenced mutex gives '" + second.key() + "' token " + first.token()
				+ " and then " + second.token(), first, second);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Span;
import io.distlock.faults.history.Violation;

/**
 * C2, the part of those who were overtaken: a lock is held for a lease at most after
 * another owner got it with a greater token, or a fault ended. Where a store loses locks,
 * two may hold one for that long; but then the renewals of the first must fail, so that
 * it stops in time. Demanded of every store under every fault.
 *
 * @since 0.1.0
 */
public final class OvertakenCheck implements Check {

	private final long mostNanos;

	/**
	 * Creates the check.
	 * @param lease for how long the store keeps a lock that is not renewed
	 */
	public OvertakenCheck(Duration lease) {
		this.mostNanos = lease.toNanos();
	}

	@Override
	public String name() {
		return "C2";
	}

	@Override
	public List<Violation> check(History history) {
		long healed = FaultSpans.of(history).lastEnd().orElse(Long.MIN_VALUE);
		List<Violation> violations = new ArrayList<>();
		Attempts.grantsByToken(history).values().forEach((grants) -> checkKey(grants, healed, violations));
		return violations;
	}

	/**
	 * From the greatest token to the least, the earliest of the grants that overtook.
	 */
	private void checkKey(List<Attempt> grants, long healed, List<Violation> violations) {
		Attempt overtaker = null;
		for (int i = grants.size() - 1; i >= 0; i--) {
			Attempt grant = grants.get(i);
			if (overtaker != null && grant.heldUntil() > Span.plus(Math.max(healed, overtaker.end()), this.mostNanos)) {
				violations.add(Violation.of(name(),
						"a holder of '" + grant.key() + "' had it for more than a lease after a newer one had got it",
						grant, overtaker));
			}
			overtaker = (overtaker == null || grant.end() < overtaker.end()) ? grant : overtaker;
		}
	}

}

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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.history.FaultSpans;
import io.distlock.faults.history.History;

/**
 * All checks, for leases of 100 ms. No lock may be lost where nothing happens.
 */
final class Rules {

	static final Duration LEASE = Duration.ofMillis(100);

	private Rules() {
	}

	static Verdict judge(History history) {
		Duration pollCap = Duration.ofMillis(100);
		Duration allowance = Duration.ofMillis(20);
		List<Check> checks = new ArrayList<>(List.of(new TokenOrderCheck(), new ExclusionCheck(),
				new OvertakenCheck(LEASE), new RegisterCheck(), new LinearizabilityCheck(), new OwnerCheck(),
				new FalseBusyCheck(LEASE), new OutcomeCheck(), new RecoveryCheck(LEASE, pollCap, Duration.ZERO),
				new BudgetCheck(allowance), new LeakCheck(), new FinalLossCheck(), new LossCheck(), new JobCheck()));
		if (FaultSpans.of(history).isEmpty()) {
			checks.add(new NeedlessLossCheck(LEASE));
		}
		return Verdict.of(history, checks);
	}

}

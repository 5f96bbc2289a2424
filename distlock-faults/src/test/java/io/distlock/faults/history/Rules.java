package io.distlock.faults.history;

import java.time.Duration;
import java.util.List;

/**
 * All checks, for leases of 100 ms.
 */
final class Rules {

	static final Duration LEASE = Duration.ofMillis(100);

	private Rules() {
	}

	static Verdict judge(History history) {
		Duration pollCap = Duration.ofMillis(100);
		Duration allowance = Duration.ofMillis(20);
		return Verdict.of(history,
				List.of(new C1TokenOrder(), new C2Exclusion(), new C2Overtaken(LEASE), new C3Register(),
						new C4Linearizability(), new C4Owners(), new C4FalseBusy(LEASE), new C5Outcomes(),
						new C5Recovery(LEASE, pollCap, Duration.ZERO), new C6Budget(allowance), new C7Leaks(),
						new C8FinalLosses(), new C8Losses(), new C8CalmRound(LEASE), new C9Jobs()));
	}

}

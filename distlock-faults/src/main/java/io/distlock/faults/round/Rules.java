package io.distlock.faults.round;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.history.C1TokenOrder;
import io.distlock.faults.history.C2Exclusion;
import io.distlock.faults.history.C3Register;
import io.distlock.faults.history.C4FalseBusy;
import io.distlock.faults.history.C4Linearizability;
import io.distlock.faults.history.C4Owners;
import io.distlock.faults.history.C5Outcomes;
import io.distlock.faults.history.C5Recovery;
import io.distlock.faults.history.C6Budget;
import io.distlock.faults.history.C7Leaks;
import io.distlock.faults.history.C8CalmRound;
import io.distlock.faults.history.C8Losses;
import io.distlock.faults.history.C9Jobs;
import io.distlock.faults.history.Check;
import io.distlock.faults.store.Store;

/**
 * What is demanded of a round: everything, but for what the store does not promise under
 * the fault.
 */
final class Rules {

	private static final Duration RETURN = Duration.ofMillis(50);

	private Rules() {
	}

	static List<Check> of(Store store, Fault fault, Setting setting) {
		Duration deadHolder = store.deadHolder(setting.lease());
		Duration command = store.commandTimeout().plus(RETURN).plus(setting.allowance());
		List<Check> rules = new ArrayList<>(List.of(new C1TokenOrder(), new C3Register(), new C4Owners(),
				new C5Outcomes(), new C5Recovery(deadHolder, store.pollCap(), command), new C6Budget(command),
				new C7Leaks(), new C8Losses()));
		if (!fault.losesLocks()) {
			rules
				.addAll(List.of(new C2Exclusion(), new C4Linearizability(), new C4FalseBusy(deadHolder), new C9Jobs()));
		}
		if (fault.isCalm() && setting.quiet()) {
			rules.add(new C8CalmRound(setting.lease().dividedBy(4)));
		}
		return rules;
	}

}

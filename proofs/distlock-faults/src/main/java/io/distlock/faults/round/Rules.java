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

package io.distlock.faults.round;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.history.C10Availability;
import io.distlock.faults.history.C1TokenOrder;
import io.distlock.faults.history.C2Exclusion;
import io.distlock.faults.history.C2Overtaken;
import io.distlock.faults.history.C3Register;
import io.distlock.faults.history.C4FalseBusy;
import io.distlock.faults.history.C4Linearizability;
import io.distlock.faults.history.C4Owners;
import io.distlock.faults.history.C5Failures;
import io.distlock.faults.history.C5Neglect;
import io.distlock.faults.history.C5Outcomes;
import io.distlock.faults.history.C5Recovery;
import io.distlock.faults.history.C6Budget;
import io.distlock.faults.history.C7Leaks;
import io.distlock.faults.history.C8Callbacks;
import io.distlock.faults.history.C8CalmRound;
import io.distlock.faults.history.C8EarlyLosses;
import io.distlock.faults.history.C8FinalLosses;
import io.distlock.faults.history.C8Losses;
import io.distlock.faults.history.C9Jobs;
import io.distlock.faults.history.Check;
import io.distlock.faults.store.ShardedStore;
import io.distlock.faults.store.Store;

/**
 * What is demanded of a round: everything, but for what the store does not promise under
 * the fault.
 */
final class Rules {

	private static final Duration RETURN = Duration.ofMillis(50);

	private Rules() {
	}

	/**
	 * A store that gives a lock away while its holder trusts it, as an administrator does
	 * who forces a release, tells the holder when it asks, which may be after the next
	 * grant. So nothing is demanded there of the time between: neither exclusion (C2,
	 * C4), nor that a loss is known before (C8), nor that a job runs once (C9).
	 */
	static List<Check> of(Store store, Fault fault, Setting setting) {
		Duration free = store.deadHolder(setting.lease()).plus(store.recovery());
		Duration answer = fault.sparesStore() ? Duration.ZERO : store.commandTimeout();
		Duration command = answer.plus(RETURN).plus(setting.allowance());
		List<Check> rules = new ArrayList<>(List.of(order(store, fault), new C2Overtaken(free), new C3Register(),
				new C4Owners(), new C5Outcomes(), new C5Recovery(free, store.pollCap(), command),
				new C5Neglect(free, store.pollCap(), command), new C6Budget(command), new C7Leaks(),
				new C8FinalLosses(), new C8Callbacks(setting.allowance())));
		if (!fault.losesLocks(store)) {
			rules.addAll(List.of(new C2Exclusion(), new C4Linearizability(), new C4FalseBusy(free), new C8Losses(),
					new C8EarlyLosses(), new C9Jobs()));
		}
		if (fault.sparesStore()) {
			rules.add(new C5Failures());
		}
		if (store instanceof ShardedStore) {
			rules.add(new C10Availability(Duration.ZERO, setting.lease(), setting.lease().dividedBy(4)));
		}
		if (fault.isCalm() && setting.quiet()) {
			rules.add(new C8CalmRound(setting.lease().dividedBy(4)));
		}
		return rules;
	}

	private static Check order(Store store, Fault fault) {
		return fault.losesLocks(store) ? C1TokenOrder.ofLeases() : new C1TokenOrder();
	}

}

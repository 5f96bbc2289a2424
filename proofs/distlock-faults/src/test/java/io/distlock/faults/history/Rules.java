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
				List.of(new TokenOrderCheck(), new ExclusionCheck(), new OvertakenCheck(LEASE), new RegisterCheck(),
						new LinearizabilityCheck(), new OwnerCheck(), new FalseBusyCheck(LEASE), new OutcomeCheck(),
						new RecoveryCheck(LEASE, pollCap, Duration.ZERO), new BudgetCheck(allowance), new LeakCheck(),
						new FinalLossCheck(), new LossCheck(), new CalmRound(LEASE), new JobCheck()));
	}

}

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

import java.util.List;

/**
 * C5, the part of each attempt: it gets the lock or ends without it, unless its process
 * was killed. The round has to give its processes the time for that.
 *
 * @since 0.1.0
 */
public final class OutcomeCheck implements Check {

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		FaultSpans faults = FaultSpans.of(history);
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.outcome() == null && !faults.killed(attempt.node(), attempt.start()))
			.map((attempt) -> Violation.of(name(), "an attempt at '" + attempt.key() + "' never ended", attempt))
			.toList();
	}

}

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
 * C5, the part of a store that is well: where it answers all requests as ever, no attempt
 * ends in an error.
 *
 * @since 0.1.0
 */
public final class FailureCheck implements Check {

	@Override
	public String name() {
		return "C5";
	}

	@Override
	public List<Violation> check(History history) {
		return Attempts.of(history)
			.stream()
			.filter((attempt) -> attempt.ended(EventType.FAILED))
			.map((attempt) -> Violation.of(name(),
					"an attempt at '" + attempt.key() + "' failed although the store is well", attempt))
			.toList();
	}

}

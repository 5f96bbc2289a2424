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
 * C7: after quiescence nothing is left in the store or in a process that was not there
 * before.
 *
 * @since 0.1.0
 */
public final class LeakCheck implements Check {

	@Override
	public String name() {
		return "C7";
	}

	@Override
	public List<Violation> check(History history) {
		return history.events(EventType.LEAK)
			.stream()
			.filter((leak) -> leak.number(Detail.COUNT) > 0)
			.map((leak) -> Violation.of(name(), leak.number(Detail.COUNT) + " " + leak.text(Detail.WHAT) + " left",
					leak))
			.toList();
	}

}

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

import java.util.List;
import java.util.Map;

/**
 * What came of a campaign over one store.
 *
 * @param store the name of the store
 * @param version the version of its servers
 * @param rounds what came of the rounds, in the order in which they ran
 * @param obstacles why faults were left out, by their names
 * @since 0.1.0
 */
public record StoreResult(String store, String version, List<RoundResult> rounds, Map<String, String> obstacles) {

	/**
	 * Return how many rounds broke a rule.
	 * @return the number
	 */
	public long bad() {
		return this.rounds.stream().filter((round) -> !round.isGood()).count();
	}

}

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
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.history.Counts;
import io.distlock.faults.store.Store;

/**
 * One line of a campaign, for people.
 */
final class CampaignLine {

	private CampaignLine() {
	}

	static String of(Store store, Fault fault, List<RoundResult> results, Duration took) {
		Counts counts = results.stream()
			.map(RoundResult::counts)
			.reduce(Counts::plus)
			.orElseGet(() -> new Counts(0, 0, 0, 0, 0, 0));
		return "%-12s %-16s %4d rounds %7d grants %5d busy %5d lost %5d rejected writes %5d unknown %4d violations %6.1f s"
			.formatted(store.name(), fault.name(), results.size(), counts.grants(), counts.busy(), counts.lost(),
					counts.rejected(), counts.unknown(), results.stream().mapToInt(RoundResult::violations).sum(),
					took.toMillis() / 1000.0);
	}

}

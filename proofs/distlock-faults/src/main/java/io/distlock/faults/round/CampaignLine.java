// SPDX-License-Identifier: Apache-2.0

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

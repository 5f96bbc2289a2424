// SPDX-License-Identifier: Apache-2.0

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

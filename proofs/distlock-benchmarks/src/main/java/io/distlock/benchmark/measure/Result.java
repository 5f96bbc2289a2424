// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * What one contestant reached in one workload.
 *
 * @param name the contestant
 * @param rounds cycles in a second, in each round
 * @param fairness cycles of the slowest for each one of the fastest, in each round
 * @param commandsPerCycle what the server counted, {@code NaN} where it does not count
 */
public record Result(String name, List<Double> rounds, List<Double> fairness, double commandsPerCycle) {

	/**
	 * Return the cycles in a second.
	 */
	public Spread perSecond() {
		return Spread.of(this.rounds);
	}

	/**
	 * Compare with one that took part in the same rounds.
	 * @return own cycles for each one of the other, round by round
	 */
	public Spread ratioTo(Result other) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < this.rounds.size(); round++) {
			ratios.add(this.rounds.get(round) / other.rounds.get(round));
		}
		return Spread.of(ratios);
	}

	/**
	 * Return whether it is neither distlock nor a floor.
	 */
	boolean isPeer() {
		return !Contestant.isFloor(this.name) && !this.name.startsWith("distlock");
	}

}

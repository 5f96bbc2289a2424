// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What each contestant reached in one workload.
 *
 * @param all the results, in the order of the tables
 */
public record Results(List<Result> all) {

	/**
	 * Return the floor, if the workload has one.
	 */
	public Optional<Result> floor() {
		return this.all.stream().filter((result) -> Contestant.isFloor(result.name())).findFirst();
	}

	/**
	 * Return whether there are peers.
	 */
	public boolean hasPeer() {
		return this.all.stream().anyMatch(Result::isPeer);
	}

	/**
	 * Return the fastest of the peers.
	 */
	public Result bestPeer() {
		return this.all.stream()
			.filter(Result::isPeer)
			.max(Comparator.comparingDouble((result) -> result.perSecond().median()))
			.orElseThrow();
	}

	/**
	 * Find a contestant.
	 */
	public Result named(String name) {
		return this.all.stream().filter((result) -> result.name().equals(name)).findFirst().orElseThrow();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.function.Function;

/**
 * How fast a contestant is to be, compared with another one.
 *
 * @param who the contestant
 * @param rival what it is compared with, as the report calls it
 * @param finding finds that in the results
 * @param bound the least ratio
 */
public record Goal(String who, String rival, Function<Results, Result> finding, double bound) {

	/**
	 * Compare with the floor.
	 */
	public static Goal floor(String who, double bound) {
		return new Goal(who, "the floor", (results) -> results.floor().orElseThrow(), bound);
	}

	/**
	 * Compare with the fastest peer.
	 */
	public static Goal bestPeer(String who, double bound) {
		return new Goal(who, "the best peer", Results::bestPeer, bound);
	}

	/**
	 * Compare with one peer.
	 */
	public static Goal peer(String who, String peer, double bound) {
		return new Goal(who, peer, (results) -> results.named(peer), bound);
	}

	/**
	 * Look whether it was reached.
	 * @param workload what the results are about
	 */
	public Target in(String workload, Results results) {
		Result other = this.finding.apply(results);
		Spread ratio = results.named(this.who).ratioTo(other);
		return Target.atLeast(workload, "%s ÷ %s".formatted(this.who, this.rival), this.bound, ratio);
	}

}

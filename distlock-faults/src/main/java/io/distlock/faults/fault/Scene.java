package io.distlock.faults.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

import io.distlock.faults.store.Store;

/**
 * Where a fault happens.
 *
 * @param store the store
 * @param nodes the nodes that take part in the round
 * @param random decides, from the seed of the round
 * @param lease the lease of the nodes' locks
 * @param clock the file that wrong clocks are told by
 * @since 0.1.0
 */
public record Scene(Store store, List<? extends Victim> nodes, Random random, Duration lease, Path clock) {

	/**
	 * Choose a node.
	 * @return one of the nodes
	 */
	public Victim anyNode() {
		return this.nodes.get(this.random.nextInt(this.nodes.size()));
	}

	/**
	 * Choose whom something happens to: mostly one of the nodes, at times all of them.
	 * @return the nodes
	 */
	public List<? extends Victim> someNodes() {
		return (this.random.nextInt(3) == 0) ? this.nodes : List.of(anyNode());
	}

	/**
	 * Choose a time.
	 * @param least the shortest, in milliseconds
	 * @param most the longest, in milliseconds
	 * @return a time in between
	 */
	public Duration between(long least, long most) {
		return Duration.ofMillis(least + this.random.nextLong(most - least + 1));
	}

}

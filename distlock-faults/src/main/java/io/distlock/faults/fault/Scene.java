package io.distlock.faults.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.distlock.faults.store.ServersStore;
import io.distlock.faults.store.Store;

/**
 * Where a fault happens.
 *
 * @param store the store
 * @param nodes the nodes that take part in the round
 * @param random decides, from the seed of the round
 * @param lease the lease of the nodes' locks
 * @param clock the file that wrong clocks are told by
 * @param replacement puts new nodes in the place of others
 * @since 0.1.0
 */
public record Scene(Store store, List<? extends Victim> nodes, Random random, Duration lease, Path clock,
		Replacement replacement) {

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

	/**
	 * Choose a time: half the time it is shorter than a lease, and half the time longer.
	 * @return the time
	 */
	public Duration aroundLease() {
		long lease = this.lease.toMillis();
		return this.random.nextBoolean() ? between(50, lease * 4 / 5) : between(lease * 11 / 10, lease * 3);
	}

	/**
	 * Choose servers, no more than the store can do without.
	 * @param store the store
	 * @return their places
	 */
	public List<Integer> someServers(ServersStore store) {
		List<Integer> all = new ArrayList<>(IntStream.range(0, store.ports().size()).boxed().toList());
		Collections.shuffle(all, this.random);
		return List.copyOf(all.subList(0, 1 + this.random.nextInt(store.spare())));
	}

	/**
	 * Do something again and again, with pauses.
	 * @param times how often
	 * @param step what to do
	 * @throws Exception if that fails
	 */
	public void often(int times, Strike.Step step) throws Exception {
		for (int time = 0; time < times; time++) {
			step.run();
			TimeUnit.MILLISECONDS.sleep(this.random.nextInt(100));
		}
	}

	/**
	 * Puts new nodes in the place of others.
	 */
	public interface Replacement {

		/**
		 * Have a node end by {@code SIGTERM}, and start another one.
		 * @param victim the node
		 * @throws Exception if it does not end, or the other one does not start
		 */
		void replace(Victim victim) throws Exception;

	}

}

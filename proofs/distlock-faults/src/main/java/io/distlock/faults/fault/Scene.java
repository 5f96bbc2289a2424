// SPDX-License-Identifier: Apache-2.0

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
 * @param name the name of the round, which is a part of all keys
 * @param keys the keys of the locks
 * @param clock the file that wrong clocks are told by
 * @param replacement puts new nodes in the place of others
 * @since 0.1.0
 */
public record Scene(Store store, List<? extends Victim> nodes, Random random, Duration lease, String name,
		List<String> keys, Path clock, Replacement replacement) {

	private static final long LONG_MILLIS = 2000;

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
	 * Choose a time: half the time it is shorter than a lease, and half the time longer;
	 * less often if the lease is long.
	 * @return the time
	 */
	public Duration aroundLease() {
		long lease = this.lease.toMillis();
		boolean longer = this.random.nextInt((lease > LONG_MILLIS) ? 4 : 2) == 0;
		return longer ? longerThan(this.lease, lease * 2) : between(50, Math.min(lease * 4 / 5, LONG_MILLIS));
	}

	/**
	 * Choose a time that is longer than another one.
	 * @param least the other one
	 * @param more how much longer it may be, in milliseconds, unless that is long
	 * @return the time
	 */
	public Duration longerThan(Duration least, long more) {
		long millis = least.toMillis() * 11 / 10;
		return between(millis, millis + Math.min(more, LONG_MILLIS));
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

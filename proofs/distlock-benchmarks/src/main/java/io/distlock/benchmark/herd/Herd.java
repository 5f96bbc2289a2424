// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.herd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.distlock.benchmark.measure.HerdStore;
import io.distlock.testserver.relay.FaultyRelay;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of which one holds a lock and all others wait for it. Who releases comes back
 * when another one has the lock, so that each release is a hand-over.
 */
final class Herd implements AutoCloseable {

	/**
	 * How long a hand-over may take.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final double LONGEST = PATIENCE.toMillis();

	/**
	 * How long nodes take until they stand in line.
	 */
	private static final Duration STANDING = Duration.ofMillis(800);

	private final BlockingQueue<Member> grants = new LinkedBlockingQueue<>();

	private final LongAdder failures = new LongAdder();

	private final List<Member> members = new ArrayList<>();

	private final HerdStore.Running store;

	private final Duration hold;

	private @Nullable Member holder;

	private int gathered;

	private String key = "";

	/**
	 * Create a herd, of which none waits yet.
	 * @param store the store
	 * @param number how many nodes there are
	 * @param hold how long each one holds the lock, so that the others can calm down
	 */
	Herd(HerdStore.Running store, int number, Duration hold) throws Exception {
		this.store = store;
		this.hold = hold;
		for (int node = 0; node < number; node++) {
			this.members.add(new Member(store.node(store.port()), this.grants, this.failures));
		}
	}

	/**
	 * Let one node lock a key that is new, and all others wait for it.
	 */
	void gather() throws Exception {
		disperse();
		take();
		join(others());
	}

	private void take() throws InterruptedException {
		this.key = "herd:" + this.gathered++;
		this.members.get(0).waitFor(this.key);
		this.holder = Objects.requireNonNull(this.grants.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS),
				"A free lock was not granted");
	}

	private List<Member> others() {
		return this.members.subList(1, this.members.size());
	}

	private void join(List<Member> waiting) throws InterruptedException {
		for (Member member : waiting) {
			member.waitFor(this.key);
			TimeUnit.MICROSECONDS.sleep(200);
		}
	}

	private void disperse() throws InterruptedException {
		Member holding = this.holder;
		List<Member> waiting = this.members.stream().filter((member) -> member != holding).toList();
		while (waiting.stream().anyMatch(Member::isBusy)) {
			waiting.forEach(Member::interrupt);
			TimeUnit.MILLISECONDS.sleep(50);
		}
		while (holding != null && holding.isBusy()) {
			holding.release();
			TimeUnit.MILLISECONDS.sleep(5);
		}
		this.grants.clear();
	}

	/**
	 * Hold the lock for a while, so that all others come to stand in line.
	 */
	void settle(Duration length) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(length.toNanos());
	}

	/**
	 * Hand the lock over and over, and see what the server does for it.
	 * @param length for how long, but three times at least
	 */
	Turn handOvers(Duration length) throws Exception {
		List<Double> millis = new ArrayList<>();
		Use before = use();
		long end = System.nanoTime() + length.toNanos();
		do {
			settle(this.hold);
			Member releasing = Objects.requireNonNull(this.holder);
			millis.add(handOver(releasing));
			if (this.holder == null) {
				gather();
			}
			else {
				releasing.waitFor(this.key);
			}
		}
		while (millis.size() < 3 || System.nanoTime() - end < 0);
		settle(this.hold);
		return new Turn(millis, use().since(before));
	}

	/**
	 * Hold the lock, and see what the server does meanwhile.
	 */
	Use hold(Duration length) throws Exception {
		Use before = use();
		settle(length);
		return use().since(before);
	}

	/**
	 * Hand the lock over where nodes stand first in line that are there no more: their
	 * connections are half-open, and they have not said that they go.
	 * @param number how many
	 * @param settling until the others stand behind them
	 * @return how long it took, in milliseconds
	 */
	double handOverPastDead(int number, Duration settling) throws Exception {
		List<Member> dead = new ArrayList<>();
		try (FaultyRelay relay = new FaultyRelay(this.store.port())) {
			for (int node = 0; node < number; node++) {
				dead.add(new Member(this.store.node(relay.port()), this.grants, new LongAdder()));
			}
			disperse();
			take();
			join(dead);
			settle(STANDING);
			relay.vanish();
			join(others());
			settle(settling);
			return handOver(Objects.requireNonNull(this.holder));
		}
		finally {
			abandon(dead);
		}
	}

	/**
	 * Nodes that the store does not answer may take long to end.
	 */
	private static void abandon(List<Member> dead) {
		Thread closing = new Thread(() -> dead.forEach(Herd::closeQuietly), "herd-abandon");
		closing.setDaemon(true);
		closing.start();
	}

	private static void closeQuietly(Member member) {
		try {
			member.close();
		}
		catch (Exception ex) {
			// It is as good as closed.
		}
	}

	private double handOver(Member releasing) throws InterruptedException {
		releasing.release();
		Member next = this.grants.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
		this.holder = next;
		return (next != null) ? (next.grantedAt() - releasing.releasedFrom()) / 1e6 : LONGEST;
	}

	/**
	 * Return how often a node was refused an answer while it waited.
	 */
	long failures() {
		return this.failures.sum();
	}

	private Use use() throws Exception {
		return new Use(System.nanoTime() / 1e6, this.store.cpuMillis(), this.store.commands(), this.store.attempts());
	}

	@Override
	public void close() throws Exception {
		disperse();
		this.members.parallelStream().forEach(Herd::closeQuietly);
	}

	/**
	 * Some hand-overs.
	 *
	 * @param millis how long each took
	 * @param use what the server did in all
	 */
	record Turn(List<Double> millis, Use use) {

	}

	/**
	 * What happened in some time.
	 *
	 * @param millis the time
	 * @param cpuMillis the time of processors that the server used
	 * @param commands what the server counted
	 * @param attempts how often nodes asked for the lock
	 */
	record Use(double millis, double cpuMillis, long commands, long attempts) {

		Use since(Use before) {
			return new Use(this.millis - before.millis, this.cpuMillis - before.cpuMillis,
					this.commands - before.commands, this.attempts - before.attempts);
		}

	}

}

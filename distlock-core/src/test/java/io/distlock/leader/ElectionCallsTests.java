// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Elections that several threads start, end and step down from in any order, with
 * listeners that fail. Leases are so long that no term is lost.
 */
@Timeout(300)
class ElectionCallsTests {

	private static final int CALLS = 100 * Integer.getInteger("distlock.test.scale", 1);

	private static final LeaderSettings SETTINGS = LeaderSettings.defaults()
		.withLeaseTime(Duration.ofHours(1))
		.withStepDownPause(Duration.ofMillis(1))
		.withMaxBackOff(Duration.ofMillis(1))
		.withListenerTimeout(Duration.ofHours(1));

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			LeaseSettings.of("test", "node-1").withHandOff(100, Duration.ofMillis(100)), (event) -> {
			});

	private final AtomicInteger leaders = new AtomicInteger();

	private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

	@Test
	void oneLeadsAtATimeAndEveryTermEndsOnceWhateverIsCalled() {
		long seed = Long.getLong("distlock.test.seed", new Random().nextLong());
		List<Node> nodes = IntStream.range(0, 3).mapToObj((i) -> new Node(seed + i)).toList();
		ExecutorService callers = Executors.newFixedThreadPool(4);
		try {
			CompletableFuture<?>[] calls = IntStream.range(0, 4)
				.mapToObj((i) -> CompletableFuture.runAsync(() -> call(nodes, new Random(seed - 1 - i)), callers))
				.toArray(CompletableFuture[]::new);
			CompletableFuture.allOf(calls).join();
		}
		finally {
			callers.shutdown();
		}
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> nodes.stream().anyMatch(Node::leads));
		nodes.forEach((node) -> node.election.close());
		assertThat(this.mistakes).as("seed %d", seed).isEmpty();
		assertThat(nodes).as("seed %d", seed).allSatisfy((node) -> {
			assertThat(node.granted).isFalse();
			assertThat(node.election.isStanding()).isFalse();
			assertThat(node.leads()).isFalse();
		});
		assertThat(this.engine.heldLeases()).isZero();
		assertThat(this.engine.waiting()).isZero();
		this.engine.close();
	}

	private static void call(List<Node> nodes, Random random) {
		for (int i = 0; i < CALLS; i++) {
			LeaderElection election = nodes.get(random.nextInt(nodes.size())).election;
			switch (random.nextInt(6)) {
				case 0 -> election.close();
				case 1 -> election.withdraw();
				case 2, 3 -> election.stepDown();
				default -> election.start();
			}
			if (random.nextInt(4) == 0) {
				Thread.yield();
			}
		}
		nodes.forEach((node) -> node.election.start());
	}

	/**
	 * A node, and what its listener knows.
	 */
	private final class Node implements LeaderListener {

		private final LeaderElection election = new LeaderElection("reports", ElectionCallsTests.this.engine, SETTINGS,
				"node-1", (unknown) -> Optional.empty());

		private final Random random;

		private volatile boolean granted;

		Node(long seed) {
			this.random = new Random(seed);
			this.election.addListener(this);
		}

		boolean leads() {
			return this.election.isLeader();
		}

		@Override
		public void granted(LeaderTerm term) {
			check(!this.granted, "granted twice");
			check(ElectionCallsTests.this.leaders.incrementAndGet() == 1, "two leaders");
			this.granted = true;
			if (this.random.nextInt(10) == 0) {
				throw new IllegalStateException("expected");
			}
		}

		@Override
		public void revoked(LeaderTerm term, RevocationReason reason) {
			check(this.granted, "revoked twice");
			check(!term.isHeld(), "revoked while it leads");
			check(reason != RevocationReason.LOST, "lost");
			ElectionCallsTests.this.leaders.decrementAndGet();
			this.granted = false;
		}

		private void check(boolean kept, String mistake) {
			if (!kept) {
				ElectionCallsTests.this.mistakes.add(mistake);
			}
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntConsumer;

import io.distlock.contract.TestNode;
import io.distlock.contract.process.LeaderRounds.Fault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shared locks, permits and leaders of nodes in JVMs of their own that are killed,
 * stopped, cut off and replaced. Each process notes when it trusts what it holds, and
 * what all of them noted is compared. The store knows all modes.
 * <p>
 * The system property {@link #SCALE} makes a long run of it: so many rounds of each fault
 * of a leader, and 5000 times as many grants of permits. Without it there is a short one,
 * which replaces no processes and has no leaders.
 *
 * @since 0.1.0
 */
@Tag("timing")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
public abstract class NodeProcessContract {

	/**
	 * The system property that makes runs long.
	 */
	public static final String SCALE = "distlock.test.processes";

	private static final int ROUNDS = Integer.getInteger(SCALE, 0);

	private static final int GRANTS = Math.max(1000, 5000 * ROUNDS);

	private static final int FAULTS = 2 + ROUNDS;

	private static final int THREADS = 3;

	private static final Duration BETWEEN_READS = Duration.ofMillis(1);

	private static final Duration BETWEEN_WRITES = Duration.ofMillis(5);

	private final Random random = new Random();

	private final String store = getClass().getSimpleName().replace("NodeProcessTests", "");

	private Nodes nodes;

	private String key = "";

	/**
	 * Start a server that only this test uses.
	 */
	protected abstract void startStore();

	/**
	 * Stop the server.
	 */
	protected abstract void stopStore();

	/**
	 * Return how one more process reaches the store.
	 * @return a connection that no other process uses
	 */
	protected abstract NodeConnection connect();

	/**
	 * Return a class whose {@code main} calls {@link NodeProcess}.
	 * @return the class
	 */
	protected abstract Class<?> program();

	@BeforeAll
	void prepare() {
		startStore();
	}

	@AfterAll
	void tidyUp() {
		stopStore();
	}

	@BeforeEach
	void newKey() {
		this.nodes = new Nodes(program(), this::connect);
		this.key = "processes:" + UUID.randomUUID();
	}

	@AfterEach
	void discardNodes() {
		this.nodes.close();
	}

	@Test
	void neverMoreTrustedHoldersThanPermits() {
		Work work = Work.permits(this.key, 5, THREADS);
		List<NodeJvm> living = this.nodes.start(4, work);
		disturb(GRANTS, (fault) -> {
			int victim = this.random.nextInt(living.size());
			if (fault % 2 == 0) {
				living.get(victim).kill();
				living.set(victim, this.nodes.startAndAwait(work));
			}
			else {
				living.get(victim).standStill();
			}
		});
		living.forEach(NodeJvm::end);
		History history = this.nodes.history();
		System.out.printf("%s: %d grants of 5 permits to 4 processes, with %d faults; %d were trusted at once%n",
				this.store, history.size(), FAULTS, history.most());
		assertThat(history.tooMany((time) -> 5)).isEmpty();
		assertThat(history.most()).isGreaterThan(1);
	}

	@Test
	@EnabledIfSystemProperty(named = SCALE, matches = "\\d+")
	void numberOfPermitsChangesWhileProcessesAreReplaced() {
		List<NodeJvm> living = new ArrayList<>(this.nodes.start(4, Work.permits(this.key, 5, THREADS)));
		List<Lifetime> lifetimes = new ArrayList<>();
		living.forEach((node) -> lifetimes.add(new Lifetime(5, Long.MIN_VALUE, Long.MAX_VALUE)));
		for (int permits : List.of(3, 8)) {
			this.nodes.awaitNoted(this.nodes.noted() + GRANTS / 3);
			for (int i = 0; i < living.size(); i++) {
				NodeJvm replaced = living.get(i);
				lifetimes.add(new Lifetime(permits, System.nanoTime(), Long.MAX_VALUE));
				NodeJvm added = this.nodes.startAndAwait(Work.permits(this.key, permits, THREADS));
				Patience.await(() -> added.noted() >= 20);
				replace(replaced, i % 2 == 0);
				lifetimes.set(replaced.number(), lifetimes.get(replaced.number()).endsAt(System.nanoTime()));
				living.set(i, added);
			}
		}
		this.nodes.awaitNoted(this.nodes.noted() + GRANTS / 3);
		living.forEach(NodeJvm::end);
		History history = this.nodes.history();
		System.out.printf("%s: %d grants of 5, then 3, then 8 permits to 4 processes that are replaced one by one; "
				+ "%d were trusted at once%n", this.store, history.size(), history.most());
		assertThat(history.tooMany((time) -> permitsAt(lifetimes, time))).isEmpty();
		assertThat(history.most()).as("trusted at once when there are 8").isGreaterThan(3);
	}

	private static void replace(NodeJvm node, boolean killed) {
		if (killed) {
			node.kill();
		}
		else {
			node.end();
		}
	}

	private static int permitsAt(List<Lifetime> lifetimes, long time) {
		return lifetimes.stream().filter((life) -> life.includes(time)).mapToInt(Lifetime::permits).max().orElseThrow();
	}

	@Test
	void writerIsAloneAndComesThroughAStreamOfReaders() {
		ReadersAndWriter processes = new ReadersAndWriter(this.nodes, Work.reads(this.key, THREADS, BETWEEN_READS),
				Work.writes(this.key, BETWEEN_WRITES));
		disturb(GRANTS / 5, processes::disturb);
		processes.end();
		History history = this.nodes.history();
		long[] before = processes.readsBeforeWrites(history);
		System.out.printf(
				"%s: %d reads and %d writes of 4 processes, with %d faults; %d were trusted at once; "
						+ "a writer saw %d reads begin before its turn in the middle, %d at worst%n",
				this.store, history.of(Kind.SHARED).size(), before.length, FAULTS, history.most(),
				before[before.length / 2], before[before.length - 1]);
		assertThat(history.besideExclusive()).isEmpty();
		assertThat(history.most()).as("readers at once").isGreaterThan(1);
		assertThat(before[before.length - 1]).as("reads that begin while a writer waits: those of two windows")
			.isLessThanOrEqualTo(2 * readsOfAWindow());
	}

	private static long readsOfAWindow() {
		return 3L * THREADS * (2 + TestNode.SETTINGS.maxHandOffTime().dividedBy(BETWEEN_READS));
	}

	@Test
	@EnabledIfSystemProperty(named = SCALE, matches = "\\d+")
	void neverTwoLeadersByTheirOwnTrust() {
		LeaderRounds rounds = new LeaderRounds(this.nodes, this.key);
		Map<Fault, List<Duration>> gaps = new EnumMap<>(Fault.class);
		for (int round = 0; round < ROUNDS; round++) {
			for (Fault fault : Fault.values()) {
				gaps.computeIfAbsent(fault, (added) -> new ArrayList<>()).add(rounds.round(fault));
			}
		}
		rounds.end();
		gaps.forEach((fault, times) -> System.out.println(LeaderRounds.row(this.store, fault, times)));
		History history = this.nodes.history();
		assertThat(history.tooMany((time) -> 1)).isEmpty();
		assertThat(history.of(Kind.EXCLUSIVE)).extracting(Noted::token).isSorted().doesNotHaveDuplicates();
	}

	/**
	 * Let faults happen between grants.
	 */
	private void disturb(int grants, IntConsumer fault) {
		int before = this.nodes.noted();
		for (int i = 0; i < FAULTS; i++) {
			this.nodes.awaitNoted(before + grants / (FAULTS + 1) * (i + 1));
			fault.accept(i);
		}
		this.nodes.awaitNoted(before + grants);
	}

}

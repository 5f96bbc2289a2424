// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.Events;
import io.distlock.faults.node.HoldUse;
import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.node.NodeSettings;
import io.distlock.faults.register.GuardedRegister;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * One round: the nodes lock and write, something goes wrong at some time and is healed,
 * and all goes on until every key was written again.
 */
final class Round {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SLACK = Duration.ofSeconds(10);

	private static final long LOOK_MILLIS = 10;

	private final List<String> failures = new ArrayList<>();

	private final Store store;

	private final Cluster cluster;

	/**
	 * All that have taken part, also those that have ended.
	 */
	private final List<Node> nodes;

	private final Setting setting;

	private final GuardedRegister register;

	private final String name;

	private final List<String> keys;

	private final long seed;

	private String happened = "";

	Round(Store store, Cluster cluster, Setting setting, GuardedRegister register, String name, long seed) {
		this.store = store;
		this.cluster = cluster;
		this.nodes = new ArrayList<>(cluster.nodes());
		this.setting = setting;
		this.register = register;
		this.name = name + "-";
		this.keys = store.keys(NodeProcess.KEYS + name, setting.keys());
		this.seed = seed;
	}

	long seed() {
		return this.seed;
	}

	Setting setting() {
		return this.setting;
	}

	/**
	 * Return the setting, and what happened to whom.
	 */
	String describe() {
		return "lease %d ms, %s%s%s; %s".formatted(this.setting.lease().toMillis(),
				(this.setting.threads() > 1) ? "crowded" : "sparse", this.setting.use().description(),
				this.store.variant(), this.happened);
	}

	/**
	 * Run the round.
	 * @param fault what goes wrong
	 * @param clock the file that wrong clocks are told by
	 * @param folder where all processes write what they see
	 * @return what is wrong beside what they have seen
	 */
	List<String> run(Fault fault, Path clock, Path folder) throws Exception {
		Random random = new Random(this.seed);
		try (EventLog log = EventLog.open(folder, "parent"); EventLog registered = EventLog.open(folder, "register")) {
			this.register.record(registered);
			for (Node node : this.nodes) {
				node.start(folder, random.nextLong(), this.setting, this.keys);
			}
			TimeUnit.MILLISECONDS.sleep(random.nextInt(200, 1000));
			Scene scene = new Scene(this.store, List.copyOf(this.nodes), random, this.setting.lease(), this.name,
					this.keys, clock, (victim) -> replace((Node) victim, random.nextLong(), log, folder));
			strike(fault, scene, log);
			awaitWrites();
			quiesce(log);
			lookForLeaks(log);
		}
		this.nodes.forEach((node) -> node.relays().forEach(FaultyRelay::heal));
		this.nodes.forEach((node) -> this.failures.addAll(node.takeUnexpected()));
		return this.failures;
	}

	private void strike(Fault fault, Scene scene, EventLog log) throws Exception {
		Strike strike = fault.plan(scene);
		Duration lasts = fault.lasts(scene);
		this.happened = "%s, %d ms".formatted(strike.detail(), lasts.toMillis());
		note(fault, strike, Detail.BEGIN, log);
		strike.begin().run();
		TimeUnit.MILLISECONDS.sleep(lasts.toMillis());
		strike.end().run();
		settle(fault);
		note(fault, strike, Detail.END, log);
		TimeUnit.MILLISECONDS.sleep(fault.aftermath(scene).toMillis());
	}

	/**
	 * Wait until the nodes have ended what the fault had them do: whatever that took, it
	 * gives back itself.
	 */
	private void settle(Fault fault) {
		List<Node> taking = this.nodes.stream().filter(Node::isInRound).toList();
		taking.forEach((node) -> node.order(NodeProcess.SETTLE + " " + PATIENCE));
		for (Node node : taking) {
			try {
				String busy = node.awaitSettled(PATIENCE.plus(SLACK));
				if (!busy.isEmpty()) {
					this.failures.add("settling: %s after the end of %s, %s still did: %s".formatted(PATIENCE,
							fault.name(), node.name(), busy));
				}
			}
			catch (IllegalStateException ex) {
				this.failures.add("settling: " + ex.getMessage());
			}
		}
	}

	private void replace(Node node, long seed, EventLog log, Path folder) throws IOException {
		String detail = "SIGTERM of " + node.name();
		log.append(Events.fault(Detail.KILL, Detail.BEGIN, node.name(), detail));
		node.terminate();
		log.append(Events.fault(Detail.KILL, Detail.END, node.name(), detail));
		for (Node added : this.cluster.fill()) {
			added.start(folder, seed, this.setting, this.keys);
			this.nodes.add(added);
		}
	}

	private static void note(Fault fault, Strike strike, String phase, EventLog log) throws IOException {
		if (!fault.isCalm()) {
			log.append(Events.fault(strike.name(), phase, strike.target(), strike.detail())
				.with(Detail.SPARED, String.join(",", strike.spared())));
		}
	}

	/**
	 * Wait until every key was locked and written since the fault was healed. Who has a
	 * permit writes nothing.
	 */
	private void awaitWrites() throws InterruptedException {
		if (this.setting.use() == HoldUse.PERMITS) {
			return;
		}
		List<Long> before = this.keys.stream().map(this.register::writes).toList();
		long end = System.nanoTime() + liveness().toNanos();
		for (int key = 0; key < before.size(); key++) {
			while (this.register.writes(this.keys.get(key)) < before.get(key) + 2) {
				if (System.nanoTime() - end > 0) {
					this.failures.add("liveness: no two writes to %s within %s after the fault was healed"
						.formatted(this.keys.get(key), liveness()));
					return;
				}
				TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
			}
		}
	}

	private Duration liveness() {
		return this.store.deadHolder(this.setting.lease())
			.plus(this.store.commandTimeout())
			.plus(NodeSettings.holdUnit(this.setting.lease()).multipliedBy(6))
			.plus(SLACK);
	}

	private void quiesce(EventLog log) throws IOException, InterruptedException {
		List<Node> taking = this.nodes.stream().filter(Node::isInRound).toList();
		taking.forEach((node) -> node.order(NodeProcess.QUIESCE));
		for (Node node : taking) {
			try {
				String held = node.awaitQuiet(PATIENCE);
				log.append(Events.leak("lock(s) in %s: [%s]".formatted(node.name(), held), held.isEmpty() ? 0 : 1));
			}
			catch (IllegalStateException ex) {
				this.failures.add("quiescence: " + ex.getMessage());
				node.dump();
				node.kill();
			}
		}
	}

	/**
	 * Locks of the dead are free when their leases end, and what is not known to have
	 * been granted is given back in the background.
	 */
	private void lookForLeaks(EventLog log) throws IOException, InterruptedException {
		long end = System.nanoTime()
				+ this.store.deadHolder(this.setting.lease()).plus(this.store.commandTimeout()).toNanos();
		List<String> held = this.store.held(this.name);
		while (!held.isEmpty() && System.nanoTime() - end < 0) {
			TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
			held = this.store.held(this.name);
		}
		log.append(Events.leak(held.isEmpty() ? "locks in the store" : held.toString(), held.size()));
	}

}

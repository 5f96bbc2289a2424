// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.LockTemplate;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.node.method.LockedMethods;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * What a node does when it is told to. Whatever takes time is done in the background.
 */
final class NodeOrders {

	private final ConfigurableApplicationContext context;

	private final NodeSettings settings;

	private final NodeLog jobs;

	private final Ambush ambush = new Ambush();

	private final Grasp grasp = new Grasp();

	private final Chores chores = new Chores();

	private final FullPools pools;

	private final HangingCallbacks callbacks;

	private @Nullable Workload workload;

	private @Nullable Heartbeat heartbeat;

	NodeOrders(ConfigurableApplicationContext context) {
		this.context = context;
		this.settings = context.getBean(NodeSettings.class);
		this.jobs = context.getBean(NodeLog.class);
		this.pools = new FullPools(context.getBean(LockTemplate.class), this.chores);
		this.callbacks = new HangingCallbacks(context.getBean(LockTemplate.class));
	}

	void obey(String[] order) throws IOException {
		switch (order[0]) {
			case NodeProcess.START -> start(Path.of(order[1]), Long.parseLong(order[2]),
					this.settings.with(Arrays.copyOfRange(order, 4, order.length)), List.of(order[3].split(",")));
			case NodeProcess.QUIESCE -> inBackground(this::quiesce);
			case NodeProcess.INTERRUPT -> interrupt(Integer.parseInt(order[1]));
			case NodeProcess.STOP -> stop();
			case NodeProcess.EXHAUST -> this.chores.run("exhaust the pool", () -> exhaust(Duration.parse(order[1])));
			case NodeProcess.AMBUSH -> this.ambush.lie(Duration.parse(order[1]));
			case NodeProcess.KEEP -> keep(Duration.parse(order[1]), List.of(order[2].split(",")));
			case NodeProcess.GRASP -> this.grasp.expect(Duration.parse(order[1]));
			case NodeProcess.FORCE -> this.chores.run("release all locks", this::forceRound);
			case NodeProcess.FILL -> this.pools.fill(Duration.parse(order[1]), order[2]);
			case NodeProcess.HANG -> this.chores.run("lose locks", () -> hang(order[1]));
			case NodeProcess.UNHANG -> this.chores.run("let callbacks return", this.callbacks::end);
			case NodeProcess.SETTLE -> inBackground(() -> settle(Duration.parse(order[1])));
			default -> throw new IllegalArgumentException("Unknown order: " + order[0]);
		}
	}

	/**
	 * End as an application does.
	 */
	private void stop() {
		this.context.close();
		System.exit(0);
	}

	private void start(Path folder, long seed, NodeSettings settings, List<String> keys) throws IOException {
		EventLog log = EventLog.open(folder, settings.node());
		this.jobs.begin(log);
		Map<LockMode, LockedMethods> methods = this.context.getBeanProvider(LockedMethods.class)
			.stream()
			.collect(Collectors.toMap(LockedMethods::mode, Function.identity()));
		Workload workload = new Workload(this.context.getBean(LockTemplate.class), methods, settings, this.ambush,
				this.grasp, this.context.getBeanProvider(Ledger.class).getIfAvailable(), log, keys, seed);
		this.workload = workload;
		this.heartbeat = Heartbeat.start(log);
		// What no node has grasped in the last round is not held in this one.
		this.grasp.expect(Duration.ZERO);
		workload.start();
		NodeProcess.say(NodeProcess.STARTED);
	}

	private void settle(Duration patience) throws InterruptedException {
		NodeProcess.say(NodeProcess.SETTLED + " " + String.join(", ", this.chores.awaitEnd(patience)));
	}

	private void quiesce() throws IOException, InterruptedException {
		Workload workload = this.workload;
		Heartbeat heartbeat = this.heartbeat;
		this.workload = null;
		if (workload == null || heartbeat == null) {
			throw new IllegalStateException("There is no round to end");
		}
		workload.stop();
		heartbeat.stop();
		this.jobs.end();
		workload.log().close();
		NodeProcess.say(NodeProcess.QUIET + " " + String.join(",", held(workload)));
	}

	/**
	 * Jobs go on between rounds, so their locks do not count.
	 */
	private List<String> held(Workload workload) {
		return this.context.getBean(LockEngineRegistry.class)
			.engines()
			.values()
			.stream()
			.flatMap((engine) -> engine.snapshot().stream())
			.map(LockSnapshot::key)
			.filter((key) -> workload.keys().contains(key))
			.toList();
	}

	private void keep(Duration time, List<String> keys) throws IOException {
		Workload workload = this.workload;
		if (workload != null) {
			workload.keep(time, keys);
		}
	}

	private void interrupt(int count) {
		Workload workload = this.workload;
		if (workload != null) {
			workload.interrupt(count);
		}
	}

	/**
	 * Jobs go on: only the locks of the round are ended.
	 */
	private void forceRound() {
		Workload workload = this.workload;
		if (workload != null) {
			force(workload.keys()::contains);
		}
	}

	private void hang(String keys) {
		this.callbacks.take(keys);
		force((key) -> key.startsWith(keys));
	}

	private void force(Predicate<String> keys) {
		ForcedRelease store = (ForcedRelease) this.context.getBean(LockProvider.class);
		((LockCatalog) store).heldLocks(1000)
			.stream()
			.flatMap((lock) -> LockKey.decode(lock.key()).stream())
			.filter((key) -> keys.test(key.name()))
			.forEach(store::forceRelease);
	}

	/**
	 * Take connections until there are no more, and keep them.
	 */
	private void exhaust(Duration time) throws InterruptedException {
		List<Connection> taken = new ArrayList<>();
		try {
			while (true) {
				taken.add(this.context.getBean(DataSource.class).getConnection());
			}
		}
		catch (SQLException ex) {
			Thread.sleep(time.toMillis());
		}
		finally {
			taken.forEach(NodeOrders::close);
		}
	}

	private static void close(Connection connection) {
		try {
			connection.close();
		}
		catch (SQLException ex) {
			// A broken connection is not given back, and no one wants it.
		}
	}

	private static void inBackground(Chores.Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (Exception ex) {
				NodeProcess.unexpected(ex);
			}
		}, "order");
		thread.setDaemon(true);
		thread.start();
	}

}

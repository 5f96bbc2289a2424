// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.faults.node.HoldUse;
import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.node.NodeSettings;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * The nodes of a campaign. Those that were killed are replaced before the next round.
 */
final class Cluster implements AutoCloseable {

	private static final Duration START = Duration.ofMinutes(2);

	private final List<Node> nodes = new ArrayList<>();

	private final Store store;

	/**
	 * As on a machine with three processors: with fewer, futures do without the pool.
	 */
	private static final String COMMON_POOL = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2";

	/**
	 * How many permits the first nodes say there are, those that come after them, and so
	 * on.
	 */
	private static final List<Integer> PERMITS = List.of(2, 5, 3);

	private final Setting setting;

	private final int registerPort;

	private final Path folder;

	private final NodeClassPaths classPaths;

	private Map<String, String> environment = Map.of();

	private String variant = "";

	private int started;

	/**
	 * Create a cluster without nodes.
	 * @param store what the nodes use
	 * @param setting how many there are, and their times
	 * @param registerPort where the register listens
	 * @param folder where their output goes
	 * @param classPaths their class paths
	 */
	Cluster(Store store, Setting setting, int registerPort, Path folder, NodeClassPaths classPaths) {
		this.store = store;
		this.setting = setting;
		this.registerPort = registerPort;
		this.folder = folder;
		this.classPaths = classPaths;
	}

	List<Node> nodes() {
		return this.nodes;
	}

	/**
	 * Have all nodes alive, with this environment, and with what the store tells them
	 * now.
	 */
	void fill(Map<String, String> environment) {
		if (!environment.equals(this.environment) || !this.store.variant().equals(this.variant)) {
			close();
			this.environment = environment;
			this.variant = this.store.variant();
		}
		fill();
	}

	/**
	 * Have all nodes alive.
	 * @return those that are new
	 */
	List<Node> fill() {
		List<Node> dead = this.nodes.stream().filter((node) -> !node.isAlive()).toList();
		dead.forEach(Node::close);
		this.nodes.removeAll(dead);
		List<Node> added = new ArrayList<>();
		while (this.nodes.size() < this.setting.nodes()) {
			Node node = newNode();
			added.add(node);
			this.nodes.add(node);
		}
		added.forEach((node) -> node.await(NodeProcess.READY, START));
		return added;
	}

	private Node newNode() {
		String name = "n" + ++this.started;
		List<FaultyRelay> relays = this.store.ports().stream().map(FaultyRelay::new).toList();
		return new Node(name, relays, command(name, relays), this.environment, this.folder.resolve(name + ".log"));
	}

	private List<String> command(String name, List<FaultyRelay> relays) {
		NodeSettings settings = new NodeSettings(name, this.registerPort, this.setting.threads(), this.setting.lease(),
				this.setting.waitTime(), this.setting.longHolds(), this.setting.ledger(), HoldUse.ALONE,
				PERMITS.get((this.started - 1) / this.setting.nodes() % PERMITS.size()), this.setting.waitTime());
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", COMMON_POOL, "-cp",
				this.classPaths.ofNode(this.started), NodeProcess.class.getName()));
		command.addAll(settings.arguments(this.setting.jobs() && this.store.keepsJobs(), this.store.shares()));
		this.store.properties(relays.stream().map(FaultyRelay::port).toList())
			.forEach((property, value) -> command.add("--" + property + "=" + value));
		return command;
	}

	@Override
	public void close() {
		this.nodes.parallelStream().forEach(Node::close);
		this.nodes.clear();
	}

}

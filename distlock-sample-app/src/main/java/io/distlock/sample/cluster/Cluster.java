// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.distlock.sample.Lifeline;

/**
 * Starts the shop on three nodes, each in a JVM of its own, with one database between
 * them, and keeps them until it is interrupted. A node that was killed is started again.
 */
public final class Cluster implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

	private final List<KeptNode> nodes = new CopyOnWriteArrayList<>();

	private final PrintStream out;

	private Cluster(PrintStream out) {
		this.out = out;
	}

	/**
	 * Run the cluster until it is interrupted or its last node has ended.
	 * @param arguments {@code --ports=} and properties of the nodes
	 */
	public static void main(String[] arguments) {
		Lifeline.holdOn();
		System.exit(exitCode(arguments));
	}

	private static int exitCode(String... arguments) {
		try {
			run(ClusterOptions.parse(arguments).withFreePorts(), System.out);
			return 0;
		}
		catch (UsageException ex) {
			System.err.println(ex.getMessage());
		}
		catch (IOException | SQLException ex) {
			System.err.println("The cluster could not be started: " + ex);
		}
		return 1;
	}

	private static void run(ClusterOptions options, PrintStream out) throws IOException, SQLException {
		try (SharedStores stores = SharedStores.start(options);
				SharedMailServer mail = options.wantsMail() ? SharedMailServer.start(stores.dataSource()) : null;
				Cluster cluster = new Cluster(out)) {
			Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "cluster-stop"));
			Map<String, String> shared = new HashMap<>(stores.properties());
			shared.putAll((mail != null) ? mail.properties() : Map.of());
			cluster.start(options, shared);
			cluster.awaitReady();
			cluster.announce();
			cluster.awaitEnd();
		}
	}

	private void start(ClusterOptions options, Map<String, String> shared) throws IOException {
		List<URI> addresses = options.ports().stream().map((port) -> URI.create("http://localhost:" + port)).toList();
		this.out.printf("Starting %d nodes of the shop ...%n", addresses.size());
		for (URI address : addresses) {
			String name = "node-" + (this.nodes.size() + 1);
			Map<String, String> properties = new HashMap<>(shared);
			properties.put("server.port", String.valueOf(address.getPort()));
			properties.put("distlock.node-name", name);
			properties.put("shop.nodes", addresses.stream().map(URI::toString).collect(Collectors.joining(",")));
			this.nodes.add(KeptNode.start(name, address, properties, options, this.out));
		}
	}

	private void awaitReady() {
		NodeProbe probe = new NodeProbe(START_TIMEOUT);
		this.nodes.forEach((node) -> probe.awaitReady(node.process()));
		probe.deliver(this.nodes.get(0).process(), "espresso-machine", 100);
	}

	private void announce() {
		String addresses = this.nodes.stream()
			.map((node) -> node.address().toString())
			.collect(Collectors.joining("  "));
		this.out.printf("%nThe shop is open on %d nodes: %s%nOpen one of them in a browser; Ctrl-C ends them all.%n%n",
				this.nodes.size(), addresses);
	}

	private void awaitEnd() {
		CompletableFuture.allOf(this.nodes.stream().map(KeptNode::gone).toArray(CompletableFuture[]::new)).join();
	}

	/**
	 * End all nodes, politely at first.
	 */
	@Override
	public void close() {
		this.nodes.forEach(KeptNode::stop);
		this.nodes.forEach((node) -> node.awaitStopped(STOP_TIMEOUT));
	}

}

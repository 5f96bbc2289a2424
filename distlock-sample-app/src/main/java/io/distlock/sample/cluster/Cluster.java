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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.distlock.sample.Lifeline;

/**
 * Starts the shop on three nodes, each in a JVM of its own, with one database between
 * them, and keeps them until it is interrupted.
 */
public final class Cluster implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

	private final List<NodeProcess> nodes = new CopyOnWriteArrayList<>();

	private final PrintStream out;

	private volatile boolean closing;

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
		try (SharedStores stores = SharedStores.start(options); Cluster cluster = new Cluster(out)) {
			Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "cluster-stop"));
			cluster.start(options, stores);
			cluster.awaitReady();
			cluster.announce();
			cluster.awaitEnd();
		}
	}

	private void start(ClusterOptions options, SharedStores stores) throws IOException {
		List<URI> addresses = options.ports().stream().map((port) -> URI.create("http://localhost:" + port)).toList();
		this.out.printf("Starting %d nodes of the shop ...%n", addresses.size());
		for (URI address : addresses) {
			start("node-" + (this.nodes.size() + 1), address, addresses, options, stores);
		}
	}

	private void start(String name, URI address, List<URI> addresses, ClusterOptions options, SharedStores stores)
			throws IOException {
		Map<String, String> properties = new HashMap<>(stores.properties());
		properties.put("server.port", String.valueOf(address.getPort()));
		properties.put("distlock.node-name", name);
		properties.put("shop.nodes", addresses.stream().map(URI::toString).collect(Collectors.joining(",")));
		NodeProcess node = NodeProcess.start(name, address, properties, options.nodeArguments());
		this.nodes.add(node);
		node.forwardOutput(this.out);
		node.process().onExit().thenAccept((process) -> ended(node));
	}

	private void ended(NodeProcess node) {
		if (!this.closing) {
			this.out.printf("%s has ended with code %d%n", node.name(), node.process().exitValue());
		}
	}

	private void awaitReady() {
		NodeProbe probe = new NodeProbe(START_TIMEOUT);
		this.nodes.forEach(probe::awaitReady);
		probe.deliver(this.nodes.get(0), "espresso-machine", 100);
	}

	private void announce() {
		String addresses = this.nodes.stream()
			.map((node) -> node.address().toString())
			.collect(Collectors.joining("  "));
		this.out.printf("%nThe shop is open on %d nodes: %s%nOpen one of them in a browser; Ctrl-C ends them all.%n%n",
				this.nodes.size(), addresses);
	}

	private void awaitEnd() {
		CompletableFuture
			.allOf(this.nodes.stream().map((node) -> node.process().onExit()).toArray(CompletableFuture[]::new))
			.join();
	}

	/**
	 * End all nodes, politely at first.
	 */
	@Override
	public void close() {
		this.closing = true;
		this.nodes.forEach((node) -> node.process().destroy());
		this.nodes.forEach(this::awaitEnd);
	}

	private void awaitEnd(NodeProcess node) {
		try {
			if (!node.process().waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
				node.process().destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			node.process().destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}

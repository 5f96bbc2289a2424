// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Three nodes of the shop in three JVMs that are stopped and started one by one, as the
 * pods of a deployment are.
 */
final class RestartedNodes implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofMinutes(4);

	private final ByteArrayOutputStream output = new ByteArrayOutputStream();

	private final PrintStream out = new PrintStream(this.output, true, StandardCharsets.UTF_8);

	private final Map<String, NodeProcess> nodes = new TreeMap<>();

	private final ClusterOptions options;

	private final List<URI> addresses;

	private final SharedStores stores;

	private final SharedMailServer mail;

	private RestartedNodes(ClusterOptions options) throws IOException, SQLException {
		this.options = options;
		this.addresses = options.ports().stream().map((port) -> URI.create("http://localhost:" + port)).toList();
		this.stores = SharedStores.start(options);
		this.mail = SharedMailServer.start(this.stores.dataSource());
	}

	static RestartedNodes start(String... arguments) throws IOException, SQLException {
		RestartedNodes cluster = new RestartedNodes(ClusterOptions.parse(arguments).withFreePorts());
		for (int i = 0; i < cluster.addresses.size(); i++) {
			cluster.begin("node-" + (i + 1), cluster.addresses.get(i));
		}
		cluster.nodes.keySet().forEach(cluster::awaitReady);
		return cluster;
	}

	private void begin(String name, URI address) throws IOException {
		Map<String, String> properties = new HashMap<>(this.stores.properties());
		properties.putAll(this.mail.properties());
		properties.put("server.port", String.valueOf(address.getPort()));
		properties.put("distlock.node-name", name);
		properties.put("shop.nodes", this.addresses.stream().map(URI::toString).collect(Collectors.joining(",")));
		NodeProcess node = NodeProcess.start(name, address, properties, this.options.nodeArguments());
		node.forwardOutput(this.out);
		this.nodes.put(name, node);
	}

	private void awaitReady(String name) {
		new NodeProbe(START_TIMEOUT).awaitReady(this.nodes.get(name));
	}

	/**
	 * Start a node that was stopped, and wait until it is ready.
	 */
	void startAgain(String name) throws IOException {
		begin(name, address(name));
		awaitReady(name);
	}

	Process process(String name) {
		return this.nodes.get(name).process();
	}

	URI address(String name) {
		return this.nodes.get(name).address();
	}

	Set<String> names() {
		return Set.copyOf(this.nodes.keySet());
	}

	List<URI> addresses() {
		return this.addresses;
	}

	String output() {
		return this.output.toString(StandardCharsets.UTF_8);
	}

	@Override
	public void close() throws Exception {
		for (NodeProcess node : this.nodes.values()) {
			node.process().destroy();
		}
		for (NodeProcess node : this.nodes.values()) {
			if (!node.process().waitFor(1, TimeUnit.MINUTES)) {
				node.process().destroyForcibly();
			}
		}
		this.mail.close();
		this.stores.close();
	}

}

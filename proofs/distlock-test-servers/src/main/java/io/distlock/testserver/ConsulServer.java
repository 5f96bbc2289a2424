// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A Consul agent that is a server, alone or one of several, on random loopback ports, if
 * this machine has Consul. Tests may kill, freeze and start it again; it keeps its ports
 * and its data.
 */
public final class ConsulServer extends ServerProcess {

	/**
	 * The token that may do everything, where a server asks for one.
	 */
	public static final String MANAGEMENT_TOKEN = "2ae3ab4c-7a52-4d8f-8a66-8f4c3c9d21b7";

	private static final Pattern VERSION = Pattern.compile("\"Version\":\\s*\"([^\"]+)\"");

	private final int serverPort = ServerFiles.freePort();

	private final int gossipPort = ServerFiles.freePort();

	private final Path program;

	private final String name;

	private String configuration = "";

	private ConsulServer(Path program, String name) {
		super(ServerFiles.newDataFolderInMemory("consul"));
		this.program = program;
		this.name = name;
	}

	/**
	 * Return the server that all tests of this JVM share; no test may stop it.
	 * @return the running server
	 */
	public static ConsulServer shared() {
		program();
		return Shared.SERVER;
	}

	/**
	 * Start servers that are one cluster, or skip the test where there is no Consul.
	 * @param size how many they are
	 * @return the running servers
	 */
	public static List<ConsulServer> start(int size) {
		Path program = program();
		List<ConsulServer> servers = IntStream.range(0, size)
			.mapToObj((number) -> new ConsulServer(program, "m" + number))
			.toList();
		List<String> others = servers.stream()
			.map((server) -> "\"127.0.0.1:%d\"".formatted(server.gossipPort))
			.toList();
		return start(servers,
				"\"bootstrap_expect\": %d, \"retry_join\": [%s]".formatted(size, String.join(",", others)));
	}

	/**
	 * Start a server that does nothing without a token.
	 * @return the running server
	 */
	public static ConsulServer startWithTokens() {
		String acl = """
				"bootstrap_expect": 1,
				"acl": { "enabled": true, "default_policy": "deny", "tokens": { "master": "%1$s" } }
				""".formatted(MANAGEMENT_TOKEN);
		return start(List.of(new ConsulServer(program(), "m0")), acl).get(0);
	}

	/**
	 * All nodes of a test have the same address, so the shared server takes connections
	 * of many clients; others take as many as Consul does by itself.
	 */
	private static ConsulServer startShared() {
		return start(List.of(new ConsulServer(program(), "m0")),
				"\"bootstrap_expect\": 1, \"limits\": { \"http_max_conns_per_client\": 5000 }")
			.get(0);
	}

	private static List<ConsulServer> start(List<ConsulServer> servers, String options) {
		servers.forEach((server) -> server.configuration = server.configuration(options));
		servers.forEach(ConsulServer::launch);
		servers.forEach(ConsulServer::awaitAnswer);
		return servers;
	}

	private static Path program() {
		return OptionalTool.CONSUL.require(OptionalTool.CONSUL.program());
	}

	/**
	 * Write what the server shall do: elect a leader as fast as Consul can.
	 */
	private String configuration(String options) {
		return """
				{ "server": true, "node_name": "%s", "bind_addr": "127.0.0.1", "client_addr": "127.0.0.1",
				  "data_dir": "%s", "log_level": "WARN", "disable_update_check": true, "leave_on_terminate": false,
				  "performance": { "raft_multiplier": 1 }, "ports": { "http": %d, "server": %d, "serf_lan": %d,
				  "serf_wan": -1, "dns": -1, "grpc": -1 }, %s }
				""".formatted(this.name, data(), port(), this.serverPort, this.gossipPort, options);
	}

	@Override
	protected List<String> command() {
		return List.of(this.program.toString(), "agent", "-config-file",
				write("consul.json", this.configuration).toString());
	}

	/**
	 * The server answers while there is a majority.
	 */
	@Override
	protected boolean answers() {
		return read("/v1/kv/ready?keys&consistent").contains("404");
	}

	/**
	 * Return where clients find the server.
	 * @return its URL
	 */
	public String url() {
		return "http://127.0.0.1:" + port();
	}

	/**
	 * Return the version of the server, which runs.
	 * @return the version
	 */
	public String version() {
		Matcher version = VERSION.matcher(read("/v1/agent/self"));
		return version.find() ? version.group(1) : "of an unknown version";
	}

	/**
	 * Return whether the server leads its cluster, as it says itself.
	 * @return whether it runs, and leads
	 */
	public boolean leads() {
		return read("/v1/status/leader").contains(":" + this.serverPort);
	}

	@Override
	public void close() {
		super.close();
		deleteData();
	}

	/**
	 * Return the status of an answer, and its text.
	 */
	private String read(String path) {
		try {
			HttpURLConnection connection = (HttpURLConnection) URI.create(url() + path).toURL().openConnection();
			connection.setRequestProperty("X-Consul-Token", MANAGEMENT_TOKEN);
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(2000);
			int status = connection.getResponseCode();
			return (status == HttpURLConnection.HTTP_OK)
					? status + new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
					: String.valueOf(status);
		}
		catch (IOException ex) {
			return "";
		}
	}

	private static final class Shared {

		private static final ConsulServer SERVER = startShared();

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A member of an etcd cluster, of one or more, on random loopback ports, if this machine
 * has etcd. Tests may kill, freeze and start it again; it keeps its ports and its data.
 */
public final class EtcdServer extends ServerProcess {

	private static final Pattern VERSION = Pattern.compile("etcd_server_version\\{server_version=\"([^\"]+)\"");

	private static final Pattern ANSWERED = Pattern.compile("(?m)^grpc_server_handled_total\\{[^}]*} (\\S+)$");

	private final int peerPort = ServerFiles.freePort();

	private final int metricsPort = ServerFiles.freePort();

	private final Path program;

	private final String name;

	private final List<String> options;

	private final String scheme;

	private String cluster = "";

	private EtcdServer(Path program, String name, String scheme, List<String> options) {
		super(ServerFiles.newDataFolderInMemory("etcd"));
		this.program = program;
		this.name = name;
		this.scheme = scheme;
		this.options = options;
	}

	/**
	 * Return the server that all tests of this JVM share; no test may stop it.
	 * @return the running server
	 */
	public static EtcdServer shared() {
		program();
		return Shared.SERVER;
	}

	/**
	 * Start a cluster, or skip the test where there is no etcd.
	 * @param size how many members it has
	 * @return the running members
	 */
	public static List<EtcdServer> start(int size) {
		Path program = program();
		List<EtcdServer> members = IntStream.range(0, size)
			.mapToObj((number) -> new EtcdServer(program, "m" + number, "http", List.of()))
			.toList();
		return start(members);
	}

	/**
	 * Start a server that takes encrypted connections only, or skip the test where there
	 * is no etcd.
	 * @param certificate what it shows to clients
	 * @return the running server
	 */
	public static EtcdServer start(TlsCertificate certificate) {
		return start(List.of(new EtcdServer(program(), "m0", "https", certificate.etcdOptions()))).get(0);
	}

	private static List<EtcdServer> start(List<EtcdServer> members) {
		String cluster = members.stream()
			.map((member) -> member.name + "=" + member.peerUrl())
			.collect(Collectors.joining(","));
		members.forEach((member) -> member.cluster = cluster);
		members.forEach(EtcdServer::launch);
		members.forEach(EtcdServer::awaitAnswer);
		return members;
	}

	private static Path program() {
		return OptionalTool.ETCD.require(OptionalTool.ETCD.program());
	}

	/**
	 * Return where clients find the member.
	 * @return its URL
	 */
	public String url() {
		return this.scheme + "://127.0.0.1:" + port();
	}

	/**
	 * Return how many requests the server has answered.
	 * @return the number
	 */
	public long requests() {
		return ANSWERED.matcher(read("/metrics"))
			.results()
			.mapToLong((count) -> new BigDecimal(count.group(1)).longValue())
			.sum();
	}

	/**
	 * Return the version of the server, which runs.
	 * @return the version
	 */
	public String version() {
		Matcher version = VERSION.matcher(read("/metrics"));
		return version.find() ? version.group(1) : "of an unknown version";
	}

	@Override
	public void close() {
		super.close();
		deleteData();
	}

	private String metricsUrl() {
		return "http://127.0.0.1:" + this.metricsPort;
	}

	private String peerUrl() {
		return "http://127.0.0.1:" + this.peerPort;
	}

	@Override
	protected List<String> command() {
		List<String> command = new ArrayList<>(List.of(this.program.toString(), "--name", this.name, "--data-dir",
				data().toString(), "--listen-client-urls", url(), "--advertise-client-urls", url(),
				"--listen-peer-urls", peerUrl(), "--initial-advertise-peer-urls", peerUrl(), "--initial-cluster",
				this.cluster, "--listen-metrics-urls", metricsUrl(), "--log-level", "warn"));
		command.addAll(this.options);
		return command;
	}

	/**
	 * A member answers while there is a majority.
	 */
	@Override
	protected boolean answers() {
		return read("/health").contains("true");
	}

	/**
	 * Return whether the member leads its cluster.
	 * @return whether it runs, and leads
	 */
	public boolean leads() {
		return read("/metrics").contains("etcd_server_is_leader 1");
	}

	private String read(String path) {
		try {
			HttpURLConnection connection = (HttpURLConnection) URI.create(metricsUrl() + path).toURL().openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(2000);
			return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return "";
		}
	}

	private static final class Shared {

		private static final EtcdServer SERVER = start(1).get(0);

	}

}

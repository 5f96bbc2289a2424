// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
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
 * A NATS server with JetStream, or a member of a cluster of some, on random loopback
 * ports, if this machine has NATS. Tests may kill, freeze and start it again; it keeps
 * its ports and its data.
 */
public final class NatsServer extends ServerProcess {

	private static final Pattern VERSION = Pattern.compile("\"version\": \"([^\"]+)\"");

	private final int clusterPort = ServerFiles.freePort();

	private final int monitorPort = ServerFiles.freePort();

	private final Path program;

	private final String name;

	private final List<String> options;

	private List<NatsServer> members = List.of();

	private NatsServer(Path program, String name, List<String> options) {
		super(ServerFiles.newDataFolderInMemory("nats"));
		this.program = program;
		this.name = name;
		this.options = options;
	}

	/**
	 * Return the server that all tests of this JVM share; no test may stop it.
	 * @return the running server
	 */
	public static NatsServer shared() {
		program();
		return Shared.SERVER;
	}

	/**
	 * Start a cluster, or a server by itself, or skip the test where there is no NATS.
	 * @param size how many members it has
	 * @return the running members
	 */
	public static List<NatsServer> start(int size) {
		Path program = program();
		List<NatsServer> members = IntStream.range(0, size)
			.mapToObj((number) -> new NatsServer(program, "m" + number, List.of()))
			.toList();
		return start(members);
	}

	/**
	 * Start a server that takes encrypted connections only, or skip the test where there
	 * is no NATS.
	 * @param certificate what it shows to clients
	 * @return the running server
	 */
	public static NatsServer start(TlsCertificate certificate) {
		return start(List.of(new NatsServer(program(), "m0", certificate.natsOptions()))).get(0);
	}

	/**
	 * Start a server that asks for a user, or skip the test where there is no NATS.
	 * @param username the user
	 * @param password its password
	 * @return the running server
	 */
	public static NatsServer start(String username, String password) {
		return start(List.of(new NatsServer(program(), "m0", List.of("--user", username, "--pass", password)))).get(0);
	}

	private static List<NatsServer> start(List<NatsServer> members) {
		members.forEach((member) -> member.members = members);
		members.forEach(NatsServer::launch);
		members.forEach(NatsServer::awaitAnswer);
		return members;
	}

	private static Path program() {
		return OptionalTool.NATS.require(OptionalTool.NATS.program());
	}

	/**
	 * Return where clients find the member.
	 * @return its URL
	 */
	public String url() {
		return "nats://127.0.0.1:" + port();
	}

	/**
	 * Return the version of the server, which runs.
	 * @return the version
	 */
	public String version() {
		Matcher version = VERSION.matcher(read("/varz"));
		return version.find() ? version.group(1) : "of an unknown version";
	}

	/**
	 * Return whether the server, which runs, has a version or a later one.
	 * @param version the version
	 * @return {@code true} if the server is not older
	 */
	public boolean isAtLeast(String version) {
		return Version.parse(version()).compareTo(Version.parse(version)) >= 0;
	}

	@Override
	public void close() {
		super.close();
		deleteData();
	}

	@Override
	protected List<String> command() {
		List<String> command = new ArrayList<>(
				List.of(this.program.toString(), "-a", "127.0.0.1", "-p", String.valueOf(port()), "-m",
						String.valueOf(this.monitorPort), "-js", "-sd", data().toString(), "-n", this.name));
		if (this.members.size() > 1) {
			String routes = this.members.stream().map(NatsServer::clusterUrl).collect(Collectors.joining(","));
			command.addAll(List.of("--cluster_name", "c", "--cluster", clusterUrl(), "--routes", routes));
		}
		command.addAll(this.options);
		return command;
	}

	private String clusterUrl() {
		return "nats://127.0.0.1:" + this.clusterPort;
	}

	/**
	 * A member of a cluster answers while there is a leader.
	 */
	@Override
	protected boolean answers() {
		return read("/healthz").contains("\"ok\"");
	}

	private String read(String path) {
		try {
			HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + this.monitorPort + path)
				.toURL()
				.openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(2000);
			return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return "";
		}
	}

	private static final class Shared {

		private static final NatsServer SERVER = start(1).get(0);

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.testserver.ServerFiles;
import io.distlock.testserver.ServerProcess;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.awaitility.Awaitility;

/**
 * Three ZooKeeper servers, each in a JVM of its own, so that they can be killed and
 * frozen.
 */
public final class ZooKeeperEnsemble implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private static final Duration TICK = Duration.ofMillis(500);

	private static final Duration LONG = TICK.multipliedBy(240);

	private final List<Server> servers;

	/**
	 * Start servers that look for others who do not answer only after a long time, and
	 * wait until they have a leader.
	 */
	public ZooKeeperEnsemble() {
		this(LONG);
		start();
	}

	/**
	 * Create servers that are not running yet.
	 * @param patience how long a server may not answer the others, until they go on
	 * without it
	 */
	public ZooKeeperEnsemble(Duration patience) {
		this.servers = IntStream.rangeClosed(1, 3).mapToObj((id) -> new Server(id, patience)).toList();
	}

	/**
	 * Start the servers that do not run, and wait until they have a leader.
	 */
	public void start() {
		this.servers.stream().filter((server) -> !server.isAlive()).forEach((server) -> server.start(this.servers));
		Awaitility.await()
			.atMost(TIMEOUT)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> this.servers.stream().anyMatch((server) -> ZooKeeperServers.leads(server.port())));
	}

	/**
	 * Return the servers.
	 * @return the processes, running or not
	 */
	public List<? extends ServerProcess> servers() {
		return this.servers;
	}

	/**
	 * Return the ports of the servers for clients.
	 * @return the ports
	 */
	public List<Integer> ports() {
		return this.servers.stream().map(Server::port).toList();
	}

	/**
	 * Kill a server as {@code kill -9} does.
	 * @param port its port
	 */
	public void kill(int port) {
		server(port).kill();
	}

	/**
	 * Freeze a server.
	 * @param port its port
	 */
	public void freeze(int port) {
		server(port).freeze();
	}

	private Server server(int port) {
		return this.servers.stream().filter((server) -> server.port() == port).findFirst().orElseThrow();
	}

	/**
	 * Return the port of the server that leads.
	 * @return the port for clients
	 */
	public int leader() {
		return this.servers.stream()
			.map(Server::port)
			.filter(ZooKeeperServers::leads)
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("The ensemble has no leader"));
	}

	/**
	 * Freeze all servers but one.
	 * @param port the port of the server that goes on
	 */
	public void freezeAllBut(int port) {
		this.servers.stream().filter((server) -> server.port() != port).forEach(Server::freeze);
	}

	/**
	 * Let frozen servers go on.
	 */
	public void thaw() {
		this.servers.stream().filter(Server::isAlive).forEach(Server::thaw);
	}

	@Override
	public void close() {
		this.servers.stream().filter(Server::isAlive).forEach(Server::kill);
	}

	private static final class Server extends ServerProcess {

		private final int id;

		private final Duration patience;

		private final int quorumPort = ServerFiles.freePort();

		private final int electionPort = ServerFiles.freePort();

		private List<Server> all = List.of();

		private Server(int id, Duration patience) {
			super(ServerFiles.newDataFolder("zookeeper"));
			this.id = id;
			this.patience = patience;
		}

		private void start(List<Server> all) {
			this.all = all;
			launch();
		}

		@Override
		protected List<String> command() {
			write("myid", String.valueOf(this.id));
			return ZooKeeperServers.command(QuorumPeerMain.class, write("zoo.cfg", configuration()));
		}

		@Override
		protected boolean answers() {
			return ZooKeeperServers.answers(port());
		}

		private String configuration() {
			return """
					tickTime=%d
					initLimit=60
					syncLimit=%d
					dataDir=%s
					clientPort=%d
					clientPortAddress=127.0.0.1
					4lw.commands.whitelist=srvr
					maxSessionTimeout=120000
					%s
					""".formatted(TICK.toMillis(), this.patience.dividedBy(TICK), folder(), port(),
					this.all.stream().map(Server::member).collect(Collectors.joining("\n")));
		}

		private String member() {
			return "server.%d=127.0.0.1:%d:%d".formatted(this.id, this.quorumPort, this.electionPort);
		}

	}

}

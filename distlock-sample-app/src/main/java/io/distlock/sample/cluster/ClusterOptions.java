// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

import org.springframework.boot.convert.DurationStyle;

/**
 * What the user asked for.
 *
 * @param ports one port for each node
 * @param nodeArguments what is passed through to the nodes
 */
record ClusterOptions(List<Integer> ports, List<String> nodeArguments) {

	private static final String PORTS = "--ports=";

	private static final String RESTART_AFTER = "--shop.restart-after=";

	private static final Duration USUAL_RESTART_AFTER = Duration.ofSeconds(10);

	private static final String USUAL_PORTS = "8081,8082,8083";

	static ClusterOptions parse(String... arguments) {
		Predicate<String> isPorts = (argument) -> argument.startsWith(PORTS);
		String ports = Arrays.stream(arguments)
			.filter(isPorts)
			.map((argument) -> argument.substring(PORTS.length()))
			.reduce(USUAL_PORTS, (earlier, later) -> later);
		List<String> others = Arrays.stream(arguments).filter(isPorts.negate()).toList();
		others.forEach(ClusterOptions::checkOption);
		return new ClusterOptions(Arrays.stream(ports.split(",")).map(ClusterOptions::port).toList(), others);
	}

	private static void checkOption(String argument) {
		if (!argument.startsWith("--")) {
			throw new UsageException(
					"'%s' is no option. Options are --ports=8081,8082,8083 and properties of the nodes, such as --distlock.lease-time=10s"
						.formatted(argument));
		}
	}

	/**
	 * Return whether the nodes keep their locks in Redis, and the user has not said where
	 * that is.
	 */
	boolean wantsRedis() {
		return wants("redis", "--spring.data.redis.");
	}

	/**
	 * Return whether the nodes keep their locks in ZooKeeper, and the user has not said
	 * where that is.
	 */
	boolean wantsZooKeeper() {
		return wants("zookeeper", "--distlock.zookeeper.connect-string=");
	}

	/**
	 * Return whether the nodes keep their locks in etcd, and the user has not said where
	 * that is.
	 */
	boolean wantsEtcd() {
		return wants("etcd", "--distlock.etcd.endpoints=");
	}

	private boolean wants(String provider, String address) {
		return this.nodeArguments.contains("--distlock.provider=" + provider)
				&& this.nodeArguments.stream().noneMatch((argument) -> argument.startsWith(address));
	}

	/**
	 * Return whether the nodes send their emails to a server that comes along, because
	 * the user has not said where there is another one.
	 */
	boolean wantsMail() {
		return this.nodeArguments.stream().noneMatch((argument) -> argument.startsWith("--spring.mail."));
	}

	/**
	 * Return how long a node that was killed stays away.
	 */
	Duration restartAfter() {
		return this.nodeArguments.stream()
			.filter((argument) -> argument.startsWith(RESTART_AFTER))
			.map((argument) -> duration(argument.substring(RESTART_AFTER.length())))
			.reduce(USUAL_RESTART_AFTER, (earlier, later) -> later);
	}

	private static Duration duration(String text) {
		try {
			return DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new UsageException("'%s' is no duration. Give one such as %s10s".formatted(text, RESTART_AFTER), ex);
		}
	}

	private static int port(String text) {
		try {
			int port = Integer.parseInt(text.strip());
			if (port >= 0 && port <= 65535) {
				return port;
			}
		}
		catch (NumberFormatException ex) {
			// answered below
		}
		throw new UsageException(
				"'%s' is no port. Give numbers up to 65535 separated by commas, such as --ports=9081,9082,9083, or 0 for any free port"
					.formatted(text));
	}

	/**
	 * Check that the ports are free, and choose one wherever the user left it open.
	 * @return options without open ports
	 */
	ClusterOptions withFreePorts() {
		List<ServerSocket> probes = new ArrayList<>();
		try {
			for (int port : this.ports) {
				probes.add(probe(port));
			}
			return new ClusterOptions(probes.stream().map(ServerSocket::getLocalPort).toList(), this.nodeArguments);
		}
		finally {
			probes.forEach(ClusterOptions::close);
		}
	}

	private static ServerSocket probe(int port) {
		try {
			return (port != 0) ? new ServerSocket(port, 1, InetAddress.getLoopbackAddress()) : FreePorts.probe();
		}
		catch (IOException ex) {
			throw new UsageException(
					"Port %d is taken. End the program that uses it, or choose other ports: mvn -q -Pcluster -Dcluster.args=\"--ports=9081,9082,9083\""
						.formatted(port),
					ex);
		}
	}

	private static void close(ServerSocket probe) {
		try {
			probe.close();
		}
		catch (IOException ex) {
			throw new UsageException("Port %d could not be freed".formatted(probe.getLocalPort()), ex);
		}
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.distlock.testserver.ServerFiles;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.curator.test.TestingServer;

/**
 * ZooKeeper servers inside this JVM, which die with it. They do not wait for the disk,
 * and look for empty containers several times a second.
 */
public final class ZooKeeperServers {

	/**
	 * In milliseconds. A session lasts two ticks at least.
	 */
	private static final int TICK = 500;

	private static final String LONGEST_SESSION = "120000";

	static {
		System.setProperty("zookeeper.forceSync", "no");
		System.setProperty("zookeeper.admin.enableServer", "false");
		System.setProperty("znode.container.checkIntervalMs", "200");
		System.setProperty("znode.container.maxPerMinute", "600000");
	}

	private ZooKeeperServers() {
	}

	/**
	 * Return the server that all tests of this JVM share.
	 * @return the running server
	 */
	public static TestingServer shared() {
		return Shared.SERVER;
	}

	/**
	 * Start a server.
	 * @return the running server, to be closed by the caller
	 */
	public static TestingServer start() {
		try {
			return new TestingServer(spec(-1), true);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Start a server that looks for empty containers once a minute, as one does that was
	 * installed, and let all that start later do the same.
	 * @return the running server, to be closed by the caller
	 */
	public static TestingServer startWithRareCleanup() {
		System.clearProperty("znode.container.checkIntervalMs");
		System.clearProperty("znode.container.maxPerMinute");
		return start();
	}

	/**
	 * Start an ensemble of three.
	 * @return the running ensemble, to be closed by the caller
	 */
	public static TestingCluster startEnsemble() {
		TestingCluster ensemble = new TestingCluster(
				IntStream.rangeClosed(1, 3).mapToObj(ZooKeeperServers::spec).toList());
		try {
			ensemble.start();
			return ensemble;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Ask a server whether it leads its ensemble.
	 * @param port its port on this machine
	 * @return whether it runs, and leads
	 */
	public static boolean leads(int port) {
		return status(port).contains("Mode: leader");
	}

	/**
	 * Return whether a server takes requests.
	 */
	static boolean answers(int port) {
		return status(port).contains("Mode:");
	}

	private static String status(int port) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(2000);
			socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			return "";
		}
	}

	/**
	 * Return the command that runs a server in a JVM of its own.
	 * @param main its main class
	 * @param configuration its configuration
	 * @param options more options of the JVM
	 */
	static List<String> command(Class<?> main, Path configuration, String... options) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
						"-XX:TieredStopAtLevel=1", "-Dzookeeper.forceSync=no", "-Dzookeeper.admin.enableServer=false"));
		command.addAll(List.of(options));
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), configuration.toString()));
		return command;
	}

	private static InstanceSpec spec(int id) {
		return new InstanceSpec(ServerFiles.newDataFolder("zookeeper").toFile(), -1, -1, -1, true, id, TICK, 1000,
				Map.of("minSessionTimeout", String.valueOf(2 * TICK), "maxSessionTimeout", LONGEST_SESSION),
				"127.0.0.1");
	}

	private static final class Shared {

		private static final TestingServer SERVER = start();

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.apache.zookeeper.server.ZooKeeperServerMain;

/**
 * One ZooKeeper server in a JVM of its own, which tests may kill and start again. It does
 * not wait for the disk, which only a power cut could tell.
 */
public final class ZooKeeperServer extends ServerProcess {

	/**
	 * In milliseconds. A session lasts two ticks at least.
	 */
	private static final int TICK = 500;

	/**
	 * Create a server that is not running yet.
	 */
	public ZooKeeperServer() {
		super(ServerFiles.newDataFolder("zookeeper"));
	}

	/**
	 * Start the server, or start it again over the same data.
	 * @return this server, which answers
	 */
	public ZooKeeperServer start() {
		restart();
		return this;
	}

	@Override
	List<String> command() {
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		return List.of(java.toString(), "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Dzookeeper.forceSync=no",
				"-Dzookeeper.admin.enableServer=false", "-Dznode.container.checkIntervalMs=200",
				"-Dznode.container.maxPerMinute=600000", "-cp", System.getProperty("java.class.path"),
				ZooKeeperServerMain.class.getName(), write("zoo.cfg", configuration()).toString());
	}

	private String configuration() {
		return """
				tickTime=%d
				dataDir=%s
				clientPort=%d
				clientPortAddress=127.0.0.1
				4lw.commands.whitelist=srvr
				maxClientCnxns=1000
				maxSessionTimeout=120000
				""".formatted(TICK, data(), port());
	}

	@Override
	boolean answers() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
			socket.setSoTimeout(2000);
			socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).contains("Mode:");
		}
		catch (IOException ex) {
			return false;
		}
	}

}

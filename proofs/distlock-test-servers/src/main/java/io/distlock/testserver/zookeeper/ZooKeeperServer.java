// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.zookeeper;

import java.util.List;

import io.distlock.testserver.ServerFiles;
import io.distlock.testserver.ServerProcess;
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
	protected List<String> command() {
		return ZooKeeperServers.command(ZooKeeperServerMain.class, write("zoo.cfg", configuration()),
				"-Dznode.container.checkIntervalMs=200", "-Dznode.container.maxPerMinute=600000");
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
	protected boolean answers() {
		return ZooKeeperServers.answers(port());
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.util.FileSystemUtils;

/**
 * A ZooKeeper server on the loopback address for the locks of the nodes. It lives and
 * ends with this process, and keeps nothing.
 */
final class SharedZooKeeper implements SharedLockStore {

	/**
	 * Sessions may be as short as two of these, and as long as twenty.
	 */
	private static final int TICK_MILLIS = 500;

	private static final int CLIENTS_PER_ADDRESS = 0;

	private static final int USUAL_BACKLOG = -1;

	private final NIOServerCnxnFactory connections;

	private final Path folder;

	private SharedZooKeeper(NIOServerCnxnFactory connections, Path folder) {
		this.connections = connections;
		this.folder = folder;
	}

	static SharedZooKeeper start() throws IOException {
		System.setProperty("zookeeper.forceSync", "no");
		LoggingSystem.get(SharedZooKeeper.class.getClassLoader()).setLogLevel("org.apache.zookeeper", LogLevel.ERROR);
		Path folder = Files.createTempDirectory("shop-zookeeper");
		Runtime.getRuntime().addShutdownHook(new Thread(() -> FileSystemUtils.deleteRecursively(folder.toFile())));
		NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
		connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CLIENTS_PER_ADDRESS,
				USUAL_BACKLOG, false);
		SharedZooKeeper zooKeeper = new SharedZooKeeper(connections, folder);
		try {
			zooKeeper.run();
			return zooKeeper;
		}
		catch (IOException ex) {
			zooKeeper.close();
			throw ex;
		}
	}

	private void run() throws IOException {
		File data = this.folder.toFile();
		try {
			this.connections.startup(new ZooKeeperServer(data, data, TICK_MILLIS), true);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("Interrupted while ZooKeeper was starting");
		}
	}

	@Override
	public Map<String, String> properties() {
		return Map.of("distlock.zookeeper.connect-string", "127.0.0.1:" + this.connections.getLocalPort());
	}

	@Override
	public void close() throws IOException {
		this.connections.shutdown();
		FileSystemUtils.deleteRecursively(this.folder);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.apache.zookeeper.server.ZooKeeperServerMain;
import org.awaitility.Awaitility;

/**
 * One ZooKeeper server in a JVM of its own, which tests may kill and start again. It does
 * not wait for the disk, which only a power cut could tell.
 */
public final class ZooKeeperServer implements AutoCloseable {

	/**
	 * In milliseconds. A session lasts two ticks at least.
	 */
	private static final int TICK = 500;

	private final Path folder = ServerFiles.newDataFolder("zookeeper");

	private final int port = ServerFiles.freePort();

	private Process process;

	/**
	 * Start the server, or start it again over the same data.
	 * @return this server, which answers
	 */
	public ZooKeeperServer start() {
		write(this.folder.resolve("zoo.cfg"), configuration());
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		this.process = Lifeline.start(
				List.of(java.toString(), "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Dzookeeper.forceSync=no",
						"-Dzookeeper.admin.enableServer=false", "-Dznode.container.checkIntervalMs=200",
						"-Dznode.container.maxPerMinute=600000", "-cp", System.getProperty("java.class.path"),
						ZooKeeperServerMain.class.getName(), this.folder.resolve("zoo.cfg").toString()),
				log(), Map.of());
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(50))
			.failFast("server ended: " + log(), () -> !this.process.isAlive())
			.until(this::answers);
		return this;
	}

	/**
	 * Kill the server as {@code kill -9} does.
	 */
	public void kill() {
		Lifeline.kill(this.process);
	}

	/**
	 * Stop the process with {@code SIGSTOP}: connections stay, nothing answers.
	 */
	public void freeze() {
		Lifeline.signal(this.process, "-STOP");
	}

	/**
	 * Let what is frozen go on.
	 */
	public void thaw() {
		Lifeline.signal(this.process, "-CONT");
	}

	public int port() {
		return this.port;
	}

	public Path log() {
		return this.folder.resolve("server.log");
	}

	@Override
	public void close() {
		if (this.process != null) {
			kill();
		}
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
				""".formatted(TICK, this.folder.resolve("data"), this.port);
	}

	private boolean answers() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			socket.setSoTimeout(2000);
			socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).contains("Mode:");
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static void write(Path file, String content) {
		try {
			Files.writeString(file, content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

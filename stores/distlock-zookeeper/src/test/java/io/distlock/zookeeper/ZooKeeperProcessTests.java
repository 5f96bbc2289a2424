// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.distlock.HeldLock;
import io.distlock.testserver.zookeeper.ZooKeeperRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiters in several JVMs.
 */
@Tag("timing")
@Tag("proof")
class ZooKeeperProcessTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int PROCESSES = 5;

	private final ZooKeeperRelay relay = new ZooKeeperRelay(ZooKeeperServers.shared().getPort());

	private final ZooKeeperStore store = new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(), PATIENCE);

	private final ZooKeeperTestNode holder = new ZooKeeperTestNode(ZooKeeperServers.shared().getConnectString(),
			PATIENCE);

	private final List<Process> processes = new ArrayList<>();

	@AfterEach
	void close() throws IOException {
		this.processes.forEach(Process::destroyForcibly);
		this.holder.close();
		this.store.close();
		this.relay.close();
	}

	@Test
	void fiftyWaitersInFiveJvmsAreServedByOneWatchForEachRelease() throws Exception {
		String key = "processes:" + UUID.randomUUID();
		HeldLock held = this.holder.template.acquire(key);
		for (int i = 0; i < PROCESSES; i++) {
			this.processes.add(start(key));
		}
		Awaitility.await()
			.during(Duration.ofSeconds(2))
			.atMost(PATIENCE)
			.until(() -> this.store.line(ZooKeeperTestNode.key(key)).size() == PROCESSES + 1);
		assertThat(this.relay.notifications()).isZero();
		// A node that starts slowly may give an attempt up, and delete what it has left.
		int before = this.relay.requests(ZooKeeperRelay.DELETE);
		assertThat(held.release()).isTrue();
		for (Process process : this.processes) {
			BufferedReader output = process.inputReader();
			assertThat(output.readLine()).isEqualTo("SERVED " + ZooKeeperWaiters.NUMBER);
		}
		assertThat(this.relay.requests(ZooKeeperRelay.DELETE) - before).isEqualTo(PROCESSES);
		assertThat(this.relay.notifications()).isEqualTo(PROCESSES);
		assertThat(this.store.line(ZooKeeperTestNode.key(key))).isEmpty();
	}

	private Process start(String key) throws IOException {
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
				ZooKeeperWaiters.class.getName(), this.relay.connectString(), key)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

}

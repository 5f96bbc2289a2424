// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.testserver.zookeeper.ZooKeeperEnsemble;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A follower that neither answers nor closes its connections: clients find the others
 * before the locks are lost that they hold.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("timing")
@Tag("proof")
class FrozenServerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SESSION = Duration.ofSeconds(20);

	private ZooKeeperEnsemble ensemble;

	@BeforeAll
	void start() {
		this.ensemble = new ZooKeeperEnsemble();
	}

	@AfterAll
	void stop() {
		this.ensemble.close();
	}

	@RepeatedTest(2)
	void locksOutliveTheServerOfTheirHolder() throws Exception {
		String servers = this.ensemble.ports()
			.stream()
			.map((port) -> "127.0.0.1:" + port)
			.collect(Collectors.joining(","));
		try (ZooKeeperTestNode holder = connected(servers)) {
			List<HeldLock> held = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				held.add(holder.template.acquire(LockRequest.of("frozen:" + i).waitTime(PATIENCE)));
			}
			this.ensemble.freeze(port(holder));
			try {
				Awaitility.await().during(SESSION).atMost(PATIENCE).until(holder.losses::isEmpty);
				assertThat(held).allMatch(HeldLock::isHeld).allMatch(HeldLock::release);
			}
			finally {
				this.ensemble.thaw();
			}
		}
	}

	/**
	 * Return a node that has not happened to find the leader.
	 */
	private ZooKeeperTestNode connected(String servers) throws Exception {
		ZooKeeperTestNode node = new ZooKeeperTestNode(servers, SESSION);
		node.template.execute(LockRequest.of("connect").waitTime(PATIENCE), HeldLock::fencingToken);
		if (port(node) != this.ensemble.leader()) {
			return node;
		}
		node.close();
		return connected(servers);
	}

	private static int port(ZooKeeperTestNode node) throws Exception {
		InetSocketAddress server = ReflectionTestUtils.invokeMethod(node.zooKeeper(), "testableRemoteSocketAddress");
		return server.getPort();
	}

}

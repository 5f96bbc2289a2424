// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryForever;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests without an answer, many of which may give the same connection up.
 */
class LeftConnectionTests {

	@Test
	void connectionIsGivenUpOnceHoweverManyRequestsItDidNotAnswer() throws Exception {
		List<ConnectionState> states = new CopyOnWriteArrayList<>();
		try (CuratorFramework client = CuratorFrameworkFactory.newClient(ZooKeeperServers.shared().getConnectString(),
				new RetryForever(100))) {
			client.getConnectionStateListenable().addListener((curator, state) -> states.add(state));
			Sessions sessions = new Sessions(client, (session) -> {
			});
			Session session = sessions.current();
			Awaitility.await().until(() -> states.contains(ConnectionState.CONNECTED));
			do {
				session.leaveIfSilent(Duration.ZERO);
			}
			while (!states.contains(ConnectionState.SUSPENDED));
			for (int i = 0; i < 1000; i++) {
				session.leaveIfSilent(Duration.ZERO);
			}
			Awaitility.await().until(() -> states.contains(ConnectionState.RECONNECTED));
			Awaitility.await()
				.during(Duration.ofSeconds(1))
				.until(() -> !session.leaveIfSilent(Duration.ofHours(1)).isZero()
						&& client.checkExists().forPath("/") != null && session.isConnected());
			assertThat(states).filteredOn(ConnectionState.SUSPENDED::equals).hasSize(1);
			session.leaveIfSilent(Duration.ZERO);
			Awaitility.await().until(() -> states.stream().filter(ConnectionState.SUSPENDED::equals).count() == 2);
			sessions.close();
		}
	}

}

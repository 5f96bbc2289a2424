// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.contract.TestNode;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections on which no reply arrives any more, and that no reset ever ends: the host
 * of the server is without power, or a firewall drops the flow.
 */
class SilentServerTests {

	private static RedisServer server;

	private final TestNodes nodes = new TestNodes();

	private FaultyRelay relay;

	@BeforeAll
	static void startServer() {
		server = new RedisServer().start();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void startRelay() {
		this.relay = new FaultyRelay(server.port());
	}

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
		this.relay.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void connectionsThatFallSilentAreReplaced(RedisClients client) {
		TestNode node = node(client, ReplicaSettings.defaults());
		HeldLock held = node.template.acquire(TestNodes.request("before", TestNodes.PATIENCE));
		this.relay.silenceAll();
		this.relay.serve();
		awaitService(node, "other");
		held.release();
		awaitService(node, "before");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void handshakesWithASilentServerAreGivenUp(RedisClients client) {
		TestNode node = node(client, ReplicaSettings.defaults());
		node.template.acquire(TestNodes.request("before", TestNodes.PATIENCE)).release();
		this.relay.silenceAll();
		for (int requests = 0; requests < 2; requests++) {
			assertThat(serves(node, "meanwhile")).isFalse();
		}
		this.relay.serve();
		awaitService(node, "other");
	}

	private static void awaitService(TestNode node, String key) {
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> serves(node, key));
	}

	private static boolean serves(TestNode node, String key) {
		try {
			return node.template.tryAcquire(TestNodes.once(key)).map(HeldLock::release).orElse(false);
		}
		catch (LockProviderException ex) {
			return false;
		}
	}

	private TestNode node(RedisClients client, ReplicaSettings replicas) {
		return this.nodes.node(this.nodes.add(client.connect("127.0.0.1", this.relay.port())), replicas);
	}

}

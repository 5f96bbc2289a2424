// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server that is killed and started again while a lock is held, with and without what
 * it knew.
 */
@Tag("timing")
@Tag("proof")
class RestartTests {

	private static final Duration LEASE = Duration.ofSeconds(6);

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
	}

	@ParameterizedTest
	@EnumSource
	void holdGoesOnOverARestartWithData(RedisClients client) {
		RedisServer server = this.nodes.add(new RedisServer("--appendonly", "yes", "--appendfsync", "always").start());
		TestNode node = node(client, server);
		HeldLock held = node.template.acquire(TestNodes.request("kept", LEASE));
		server.restart();
		TestNode other = node(client, server);
		Awaitility.await().during(LEASE.plusSeconds(2)).atMost(TestNodes.PATIENCE).until(held::isHeld);
		assertThat(other.template.tryAcquire(TestNodes.once("kept"))).isEmpty();
		assertThat(held.release()).isTrue();
		long next = other.template.execute(TestNodes.request("kept", LEASE), HeldLock::fencingToken);
		System.out.printf("%s, restart with data: held; token %d before, %d after%n", client, held.fencingToken(),
				next);
		assertThat(next).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void lossIsNoticedAfterARestartWithoutDataAndTokensRise(RedisClients client) {
		RedisServer server = this.nodes.add(new RedisServer().start());
		TestNode node = node(client, server);
		HeldLock held = node.template.acquire(TestNodes.request("forgotten", LEASE));
		server.restartEmpty();
		TestNode other = node(client, server);
		HeldLock next = other.template.acquire(TestNodes.request("forgotten", LEASE));
		Awaitility.await().atMost(LEASE.plusSeconds(2)).until(() -> !held.isHeld());
		System.out.printf("%s, restart without data: lost; token %d before, %d after%n", client, held.fencingToken(),
				next.fencingToken());
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.losses.size() == 1);
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
		held.close();
		assertThat(next.isHeld()).isTrue();
		assertThat(next.release()).isTrue();
	}

	private TestNode node(RedisClients client, RedisServer server) {
		return this.nodes.node(this.nodes.add(client.connect(server.host(), server.port())),
				ReplicaSettings.defaults());
	}

}

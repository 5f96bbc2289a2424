// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.redis.TestNodes;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisSentinel;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A failover by real sentinels while a lock is held, and while a waiter wants it.
 */
@Tag("timing")
@Tag("proof")
class SentinelTests {

	private static final Duration LEASE = Duration.ofSeconds(12);

	private static final ReplicaSettings ONE = ReplicaSettings.defaults().withAck(1);

	private final TestNodes nodes = new TestNodes();

	private final RedisSentinel servers = new RedisSentinel();

	@BeforeEach
	void start() {
		this.servers.start();
	}

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
		this.servers.close();
	}

	static Stream<Arguments> clientsWithAndWithoutAcknowledgements() {
		return Stream.of(TopologyClients.values())
			.flatMap(
					(client) -> Stream.of(Arguments.of(client, ONE), Arguments.of(client, ReplicaSettings.defaults())));
	}

	@ParameterizedTest
	@MethodSource("clientsWithAndWithoutAcknowledgements")
	void holdIsKeptOrKnownToBeLostAfterAFailover(TopologyClients client, ReplicaSettings replicas) {
		TestNode node = node(client, replicas);
		HeldLock held = node.template.acquire(TestNodes.request("held", LEASE));
		long killed = System.nanoTime();
		RedisServer promoted = this.servers.failOver();
		long failedOver = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
		awaitAnswers(node);
		String lock = new RedisKeys(TestNode.key("held")).lock();
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> !held.isHeld() || (long) promoted.send("PTTL", lock) > LEASE.toMillis() * 2 / 3);
		boolean kept = held.isHeld();
		boolean released = held.release();
		long next = node(client, replicas).template.execute(TestNodes.request("held", LEASE), HeldLock::fencingToken);
		System.out.printf(
				"%s, Sentinel failover in %d ms during a hold, %d acknowledged: %s; token %d before, %d after%n",
				client, failedOver, replicas.ack(), kept ? "held" : "lost", held.fencingToken(), next);
		assertThat(released).isEqualTo(kept);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.losses.size() == (kept ? 0 : 1));
		assertThat(next).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void waiterGetsTheLockAfterAFailover(TopologyClients client) {
		TestNode holder = node(client, ONE);
		TestNode waiter = node(client, ONE);
		HeldLock held = holder.template.acquire(TestNodes.request("awaited", LEASE));
		CompletableFuture<HeldLock> waiting = waiter.template
			.acquireAsync(TestNodes.request("awaited", LEASE).waitTime(TestNodes.PATIENCE.multipliedBy(2)))
			.toCompletableFuture();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> waiter.provider.attempts.get() >= 2);
		this.servers.failOver();
		awaitAnswers(holder);
		assertThat(waiting).isNotDone();
		held.close();
		HeldLock next = waiting.orTimeout(60, TimeUnit.SECONDS).join();
		System.out.printf("%s, Sentinel failover during a wait: token %d before, %d after%n", client,
				held.fencingToken(), next.fencingToken());
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
	}

	private TestNode node(TopologyClients client, ReplicaSettings replicas) {
		return this.nodes.node(this.nodes.add(client.sentinel(this.servers)), replicas);
	}

	private static void awaitAnswers(TestNode node) {
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.ignoreExceptions()
			.until(() -> node.template.tryAcquire(TestNodes.once("probe")).isPresent());
	}

}

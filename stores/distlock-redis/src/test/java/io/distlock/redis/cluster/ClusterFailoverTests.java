// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.TestNodes;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The master of a lock's slot dies while the lock is held, and while a waiter wants it,
 * and its replica takes over.
 */
@Tag("timing")
@Execution(ExecutionMode.CONCURRENT)
@Tag("proof")
class ClusterFailoverTests {

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final TestNodes nodes = new TestNodes();

	private final RedisCluster cluster = RedisCluster.withReplicas();

	@BeforeEach
	void start() {
		this.cluster.start();
	}

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
		this.cluster.close();
	}

	@ParameterizedTest
	@EnumSource
	void holdIsKeptOrKnownToBeLostAfterAFailover(TopologyClients client) {
		TestNode node = node(client);
		HeldLock held = node.template.acquire(TestNodes.request("held", LEASE));
		String lock = new RedisKeys(TestNode.key("held")).lock();
		long killed = System.nanoTime();
		RedisServer promoted = this.cluster.failOver(this.cluster.slot(lock));
		long failedOver = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> !held.isHeld() || (long) promoted.send("PTTL", lock) > LEASE.toMillis() * 2 / 3);
		boolean kept = held.isHeld();
		boolean released = held.release();
		long next = node(client).template.execute(TestNodes.request("held", LEASE), HeldLock::fencingToken);
		System.out.printf("%s, Cluster failover in %d ms during a hold: %s; token %d before, %d after%n", client,
				failedOver, kept ? "held" : "lost", held.fencingToken(), next);
		assertThat(released).isEqualTo(kept);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.losses.size() == (kept ? 0 : 1));
		assertThat(next).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void waiterGetsTheLockAfterAFailover(TopologyClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		HeldLock held = holder.template.acquire(TestNodes.request("awaited", LEASE));
		CompletableFuture<HeldLock> waiting = waiter.template
			.acquireAsync(TestNodes.request("awaited", LEASE).waitTime(Duration.ofMinutes(5)))
			.toCompletableFuture();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> waiter.provider.attempts.get() >= 2);
		RedisKeys keys = new RedisKeys(TestNode.key("awaited"));
		RedisServer promoted = this.cluster.failOver(this.cluster.slot(keys.lock()));
		long waited = System.nanoTime();
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> waiting.isDone() || (long) promoted.send("PTTL", keys.lock()) > LEASE.toMillis() * 2 / 3);
		boolean kept = held.isHeld();
		held.close();
		HeldLock next = waiting.orTimeout(60, TimeUnit.SECONDS).join();
		System.out.printf("%s, Cluster failover during a wait: %s, next after %d ms; token %d before, %d after%n",
				client, kept ? "held" : "lost", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - waited),
				held.fencingToken(), next.fencingToken());
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void waiterIsToldOfTheReleaseByTheNewMaster(TopologyClients client) {
		RedisLockSettings rarely = RedisLockSettings.defaults().withMaxPollInterval(Duration.ofMinutes(1));
		RedisClients.Client connected = client(client);
		TestNode waiter = this.nodes.node(() -> connected.newProvider(rarely));
		HeldLock held = node(client).template.acquire(TestNodes.request("told", Duration.ofMinutes(5)));
		CompletableFuture<HeldLock> waiting = waiter.template
			.acquireAsync(TestNodes.request("told", Duration.ofMinutes(5)).waitTime(Duration.ofMinutes(5)))
			.toCompletableFuture();
		RedisKeys keys = new RedisKeys(TestNode.key("told"));
		int slot = this.cluster.slot(keys.lock());
		RedisServer old = this.cluster.owner(slot);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> old.send("ZCARD", keys.queue()).equals(1L));
		RedisServer promoted = this.cluster.failOver(slot);
		List<RedisServer> alive = this.cluster.nodes().stream().filter((each) -> each != old).toList();
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> promoted.send("ZCARD", keys.queue()).equals(1L) && ClusterMessagesTests.listeners(alive) == 1);
		assertThat(waiting).isNotDone();
		held.release();
		waiting.orTimeout(60, TimeUnit.SECONDS).join().close();
	}

	private RedisClients.Client client(TopologyClients client) {
		return this.nodes.add(client.cluster(TopologyClients.addresses(this.cluster.nodes())));
	}

	private TestNode node(TopologyClients client) {
		return this.nodes.node(client(client), ReplicaSettings.defaults());
	}

}

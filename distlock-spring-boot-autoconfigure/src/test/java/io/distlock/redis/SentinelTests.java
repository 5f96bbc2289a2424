package io.distlock.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.testserver.RedisSentinel;
import io.distlock.testserver.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A failover by real sentinels while a lock is held, and while somebody waits for it.
 */
class SentinelTests {

	private static final Duration LEASE = Duration.ofSeconds(12);

	private static final ReplicaSettings ONE = new ReplicaSettings(1, Duration.ofSeconds(1), false);

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

	@ParameterizedTest
	@EnumSource
	void holdIsKeptOrKnownToBeLostAfterAFailover(TopologyClients client) {
		TestNode node = node(client);
		HeldLock held = node.template.acquire(TestNodes.request("held", LEASE));
		long killed = System.nanoTime();
		RedisServer promoted = this.servers.failOver();
		long failedOver = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
		awaitAnswers(node);
		String lock = RedisKeys.of(TestNode.key("held")).lock();
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> !held.isHeld() || (long) promoted.send("PTTL", lock) > LEASE.toMillis() * 2 / 3);
		boolean kept = held.isHeld();
		boolean released = held.release();
		long next = node(client).template.execute(TestNodes.request("held", LEASE), HeldLock::fencingToken);
		System.out.printf("%s, Sentinel failover in %d ms during a hold: %s; token %d before, %d after%n", client,
				failedOver, kept ? "held" : "lost", held.fencingToken(), next);
		assertThat(released).isEqualTo(kept);
		assertThat(node.losses).hasSize(kept ? 0 : 1);
		assertThat(next).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void waiterGetsTheLockAfterAFailover(TopologyClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
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

	private TestNode node(TopologyClients client) {
		return this.nodes.node(this.nodes.add(client.sentinel(this.servers)), ONE);
	}

	private static void awaitAnswers(TestNode node) {
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.ignoreExceptions()
			.until(() -> node.template.tryAcquire(TestNodes.once("probe")).isPresent());
	}

}

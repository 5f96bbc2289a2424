// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.TestNodes;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiting nodes of a Redis Cluster that are notified of releases by messages, which its
 * servers pass on to each other. They ask on their own only once a minute, so that the
 * one that gets the lock was notified.
 */
@Tag("timing")
@Tag("proof")
class ClusterMessagesTests {

	private static final RedisLockSettings RARELY = RedisLockSettings.defaults()
		.withMaxPollInterval(Duration.ofMinutes(1));

	private static final int KEYS = 12;

	private static RedisCluster cluster;

	private final TestNodes nodes = new TestNodes();

	@BeforeAll
	static void startCluster() {
		cluster = new RedisCluster().start();
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
	}

	static Stream<Arguments> pairs() {
		return Stream.of(TopologyClients.values())
			.flatMap((waiter) -> Stream.of(TopologyClients.values()).map((holder) -> Arguments.of(waiter, holder)));
	}

	@ParameterizedTest
	@MethodSource("pairs")
	void releaseWakesWaitersOfEveryClientAtEveryMaster(TopologyClients waiting, TopologyClients holding) {
		TestNode holder = node(holding);
		TestNode waiter = node(waiting);
		assertThat(keys().stream().map(ClusterMessagesTests::master).distinct()).hasSize(3);
		for (String key : keys()) {
			HeldLock held = holder.template.acquire(patient(key));
			CompletableFuture<HeldLock> next = wait(waiter, key);
			awaitPlaces(key, 1);
			held.release();
			next.orTimeout(60, TimeUnit.SECONDS).join().close();
		}
	}

	@ParameterizedTest
	@EnumSource
	void allWaitersOfANodeShareOneConnectionAndHearAgainAfterItIsCut(TopologyClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		List<HeldLock> held = keys().stream().map((key) -> holder.template.acquire(patient(key))).toList();
		List<CompletableFuture<HeldLock>> next = keys().stream().map((key) -> wait(waiter, key)).toList();
		keys().forEach((key) -> awaitPlaces(key, 1));
		assertThat(listeners(cluster.nodes())).isEqualTo(1);
		keys().forEach((key) -> send(key, "DEL", keysOf(key).queue()));
		cluster.nodes().forEach((node) -> node.send("CLIENT", "KILL", "TYPE", "pubsub"));
		keys().forEach((key) -> awaitPlaces(key, 1));
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> listeners(cluster.nodes()) == 1);
		held.forEach(HeldLock::release);
		next.forEach((lock) -> lock.orTimeout(60, TimeUnit.SECONDS).join().close());
		waiter.close();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> listeners(cluster.nodes()) == 0);
	}

	/**
	 * The servers of a cluster do not report that a message has no subscriber.
	 */
	@ParameterizedTest
	@EnumSource
	void headsThatAreGoneArePassedOverByTheNodeThatReleased(TopologyClients client) {
		TestNode holder = node(client);
		HeldLock held = holder.template.acquire(patient("gone"));
		send("gone", "ZADD", keysOf("gone").queue(), 1, "cdistlock:node:gone", 2, "cdistlock:node:gone-too");
		CompletableFuture<HeldLock> next = wait(node(client), "gone");
		awaitPlaces("gone", 3);
		held.release();
		next.orTimeout(30, TimeUnit.SECONDS).join().close();
	}

	static long listeners(List<RedisServer> servers) {
		return servers.stream()
			.mapToLong((node) -> ((List<?>) node.send("PUBSUB", "CHANNELS", "distlock:node:*")).size())
			.sum();
	}

	private TestNode node(TopologyClients client) {
		RedisClients.Client connected = this.nodes.add(client.cluster(TopologyClients.addresses(cluster.nodes())));
		return this.nodes.node(() -> connected.newProvider(RARELY));
	}

	private static CompletableFuture<HeldLock> wait(TestNode waiter, String key) {
		return waiter.template.acquireAsync(patient(key)).toCompletableFuture();
	}

	private static LockRequest patient(String key) {
		return LockRequest.of(key).leaseTime(Duration.ofMinutes(5)).waitTime(Duration.ofMinutes(5));
	}

	private static List<String> keys() {
		return IntStream.range(0, KEYS).mapToObj((i) -> "spread-" + i).toList();
	}

	// A node takes its place once it listens.
	private static void awaitPlaces(String key, long count) {
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.pollDelay(Duration.ZERO)
			.until(() -> send(key, "ZCARD", keysOf(key).queue()).equals(count));
	}

	private static RedisKeys keysOf(String key) {
		return new RedisKeys(TestNode.key(key));
	}

	private static RedisServer master(String key) {
		return cluster.owner(cluster.slot(keysOf(key).lock()));
	}

	private static Object send(String key, Object... command) {
		return master(key).send(command);
	}

}

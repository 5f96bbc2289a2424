// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.wakeup.RedisWakeUps;
import io.distlock.testserver.RedisCluster;
import io.distlock.testserver.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiting nodes of a Redis Cluster that are told of releases by messages in their shard.
 * They ask on their own only once a minute, so that the one that gets the lock was told.
 */
@Tag("timing")
@Tag("proof")
class ShardedMessagesTests {

	private static final RedisLockSettings RARELY = new RedisLockSettings(Duration.ofMinutes(1), Duration.ofDays(1),
			ReplicaSettings.defaults(), true);

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
		assertThat(keys().stream().map(ShardedMessagesTests::master).distinct()).hasSize(3);
		for (String key : keys()) {
			HeldLock held = holder.template.acquire(patient(key));
			CompletableFuture<HeldLock> next = wait(waiter, key);
			awaitMark(key);
			held.release();
			next.orTimeout(60, TimeUnit.SECONDS).join().close();
		}
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void messagesStayInTheirShard(TopologyClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		List<HeldLock> held = keys().stream().map((key) -> holder.template.acquire(patient(key))).toList();
		List<CompletableFuture<HeldLock>> next = keys().stream().map((key) -> wait(waiter, key)).toList();
		keys().forEach(ShardedMessagesTests::awaitMark);
		keys().forEach((key) -> assertThat(listenersOf(key)).hasSize(1));
		cluster.nodes().forEach((node) -> node.send("CONFIG", "RESETSTAT"));
		long before = busMessages();
		held.forEach(HeldLock::release);
		next.forEach((lock) -> lock.orTimeout(60, TimeUnit.SECONDS).join().close());
		assertThat(calls("spublish")).isEqualTo(KEYS);
		assertThat(calls("publish")).isZero();
		assertThat(busMessages()).isEqualTo(before);
	}

	@Test
	void waitersThatHearInDifferentWaysAreToldInTurn() {
		TestNode holder = node(TopologyClients.LETTUCE);
		HeldLock held = holder.template.acquire(patient("both"));
		List<CompletableFuture<HeldLock>> waiting = new ArrayList<>();
		for (TopologyClients client : TopologyClients.values()) {
			waiting.add(wait(node(client), "both"));
			Awaitility.await()
				.atMost(TestNodes.PATIENCE)
				.until(() -> send("both", "ZCARD", keysOf("both").queue()).equals((long) waiting.size()));
		}
		held.release();
		waiting.forEach((next) -> next.orTimeout(60, TimeUnit.SECONDS).join().close());
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void allWaitersOfANodeShareOneConnectionToEachMasterAndLeaveNothing(TopologyClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		List<String> many = IntStream.range(0, 300).mapToObj((i) -> "many-" + i).toList();
		List<HeldLock> held = many.stream().map((key) -> holder.template.acquire(patient(key))).toList();
		List<CompletableFuture<HeldLock>> next = many.stream().map((key) -> wait(waiter, key)).toList();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> channels() == many.size());
		assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(listeners(node)).isEqualTo(1));
		many.forEach(ShardedMessagesTests::awaitMark);
		held.forEach(HeldLock::release);
		next.forEach((lock) -> lock.orTimeout(60, TimeUnit.SECONDS).join().close());
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> channels() == 0);
		waiter.close();
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.doesNotContain("distlock-redis-wake-ups"));
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void channelThatIsLeftAndEnteredInQuickSuccessionIsHeard(TopologyClients client) {
		String lock = keysOf("quick").lock();
		AtomicInteger woken = new AtomicInteger();
		try (RedisWakeUps wakeUps = new RedisWakeUps(client(client).transports().get(), (key, lastToken) -> {
		})) {
			for (int i = 0; i < 200; i++) {
				Runnable passing = () -> {
				};
				wakeUps.listen(lock, passing);
				wakeUps.remove(lock, passing);
			}
			Runnable wakeUp = woken::incrementAndGet;
			Awaitility.await()
				.atMost(TestNodes.PATIENCE)
				.until(() -> wakeUps.listen(lock, wakeUp).startsWith("s" + lock));
			int before = woken.get();
			Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> {
				send("quick", "SPUBLISH", wakeUps.listen(lock, wakeUp).substring(1), lock + " 7");
				return woken.get() > before;
			});
		}
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void connectionsThatAreCutAreRestored(TopologyClients client) {
		TestNode holder = node(client);
		TestNode waiter = node(client);
		List<HeldLock> held = keys().stream().map((key) -> holder.template.acquire(patient(key))).toList();
		List<CompletableFuture<HeldLock>> next = keys().stream().map((key) -> wait(waiter, key)).toList();
		keys().forEach(ShardedMessagesTests::awaitMark);
		cluster.nodes().forEach((node) -> node.send("CLIENT", "KILL", "TYPE", "pubsub"));
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> channels() == KEYS);
		held.forEach(HeldLock::release);
		next.forEach((lock) -> lock.orTimeout(60, TimeUnit.SECONDS).join().close());
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void userWithoutTheRightToListenPolls(TopologyClients client) {
		getsTheLockByPolling(client, "-ssubscribe", "+@all");
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void userWithoutTheRightToTellReleasesAllTheSame(TopologyClients client) {
		getsTheLockByPolling(client, "-spublish", "+@all");
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void userWithoutTheChannelsPolls(TopologyClients client) {
		getsTheLockByPolling(client, "resetchannels", "&*");
	}

	private void getsTheLockByPolling(TopologyClients client, String withdrawn, String restored) {
		setUser(withdrawn);
		try {
			TestNode waiter = this.nodes.node(client(client), ReplicaSettings.defaults());
			getsTheLockByPolling(waiter, client);
		}
		finally {
			setUser(restored);
		}
	}

	private static void setUser(String rule) {
		cluster.nodes().forEach((node) -> node.send("ACL", "SETUSER", "default", rule));
	}

	@ParameterizedTest
	@EnumSource(names = "LETTUCE")
	void serverWithoutTheCommandsMakesWaitersPoll(TopologyClients client) {
		RedisCluster limited = this.nodes
			.add(new RedisCluster("--rename-command", "SSUBSCRIBE", "", "--rename-command", "SPUBLISH", "").start());
		RedisClients.Client connected = this.nodes.add(client.cluster(TopologyClients.addresses(limited.nodes())));
		TestNode holder = this.nodes.node(connected, ReplicaSettings.defaults());
		TestNode waiter = this.nodes.node(connected, ReplicaSettings.defaults());
		getsTheLockByPolling(holder, waiter);
	}

	private void getsTheLockByPolling(TestNode waiter, TopologyClients client) {
		getsTheLockByPolling(node(client), waiter);
	}

	private void getsTheLockByPolling(TestNode holder, TestNode waiter) {
		HeldLock held = holder.template.acquire(patient("polled"));
		CompletableFuture<HeldLock> next = wait(waiter, "polled");
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> waiter.provider.attempts.get() >= 4);
		assertThat(next).isNotDone();
		assertThat(held.release()).isTrue();
		next.orTimeout(60, TimeUnit.SECONDS).join().close();
	}

	private RedisClients.Client client(TopologyClients client) {
		return this.nodes.add(client.cluster(TopologyClients.addresses(cluster.nodes())));
	}

	private TestNode node(TopologyClients client) {
		RedisClients.Client connected = client(client);
		return this.nodes.node(() -> connected.newProvider(RARELY));
	}

	private static CompletableFuture<HeldLock> wait(TestNode waiter, String key) {
		return waiter.template.acquireAsync(patient(key)).toCompletableFuture();
	}

	private static LockRequest patient(String key) {
		return LockRequest.of(key).leaseTime(Duration.ofMinutes(5)).waitTime(Duration.ofMinutes(5));
	}

	private static List<String> keys() {
		return IntStream.range(0, KEYS).mapToObj((i) -> "shard-" + i).toList();
	}

	// A node takes its place once it listens.
	private static void awaitMark(String key) {
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.pollDelay(Duration.ZERO)
			.until(() -> send(key, "ZCARD", keysOf(key).queue()).equals(1L));
	}

	private static RedisKeys keysOf(String key) {
		return RedisKeys.of(TestNode.key(key));
	}

	private static List<?> listenersOf(String key) {
		return (List<?>) send(key, "PUBSUB", "SHARDCHANNELS", keysOf(key).lock() + ":node:*");
	}

	private static RedisServer master(String key) {
		return cluster.owner(cluster.slot(keysOf(key).lock()));
	}

	private static Object send(String key, Object... command) {
		return master(key).send(command);
	}

	private static List<?> shardChannels(RedisServer node) {
		return (List<?>) node.send("PUBSUB", "SHARDCHANNELS");
	}

	private static long channels() {
		return cluster.nodes().stream().mapToLong((node) -> shardChannels(node).size()).sum();
	}

	private static long listeners(RedisServer node) {
		return node.send("CLIENT", "LIST").toString().lines().filter((line) -> line.matches(".* ssub=[1-9].*")).count();
	}

	private static long busMessages() {
		return sum("CLUSTER", "INFO", "cluster_stats_messages_publish_sent:(\\d+)");
	}

	private static long calls(String command) {
		return sum("INFO", "commandstats", "cmdstat_%s:calls=(\\d+),.*".formatted(command));
	}

	private static long sum(String command, String argument, String pattern) {
		List<String> lines = new ArrayList<>();
		cluster.nodes().forEach((node) -> lines.addAll(List.of(node.send(command, argument).toString().split("\r\n"))));
		return lines.stream()
			.filter((line) -> line.matches(pattern))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(pattern, "$1")))
			.sum();
	}

}

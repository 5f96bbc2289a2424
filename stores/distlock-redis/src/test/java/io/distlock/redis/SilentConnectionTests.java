// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A connection that listens for released locks and was dropped without a word, as by a
 * firewall, while commands go through.
 */
@Tag("timing")
@Tag("proof")
class SilentConnectionTests {

	private static final Duration LEASE = Duration.ofMinutes(10);

	private static RedisServer server;

	private final TestNodes nodes = new TestNodes();

	private FaultyRelay relay;

	private TestNode node;

	private TestNode other;

	@BeforeAll
	static void startServer() {
		server = new RedisServer().start();
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@AfterEach
	void stop() throws Exception {
		this.relay.serveListeners();
		this.nodes.close();
		this.relay.close();
	}

	@ParameterizedTest
	@EnumSource
	void freeLockIsGrantedAtOnceThoughManyWaitForOthers(RedisClients client) throws Exception {
		connect(client);
		List<HeldLock> held = hold(20);
		this.relay.silenceListeners();
		List<CompletableFuture<HeldLock>> waiting = held.stream().map((lock) -> await(lock.key())).toList();
		for (int i = 0; i < 5; i++) {
			long start = System.nanoTime();
			LockRequest request = LockRequest.of("free-" + i).waitTime(Duration.ofSeconds(20));
			this.node.engine.acquireAsync(request).toCompletableFuture().get(60, TimeUnit.SECONDS).release();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(RedisReplies.TIMEOUT);
		}
		held.forEach(HeldLock::release);
		for (CompletableFuture<HeldLock> next : waiting) {
			next.get(60, TimeUnit.SECONDS).release();
		}
	}

	@ParameterizedTest
	@EnumSource
	void threadWithAShortLeaseGetsALockThatIsReleased(RedisClients client) throws Exception {
		connect(client);
		HeldLock held = hold(1).get(0);
		this.relay.silenceListeners();
		CompletableFuture<Boolean> got = CompletableFuture.supplyAsync(() -> {
			try (HeldLock next = this.node.template.acquire(TestNodes.request(held.key(), Duration.ofSeconds(1)))) {
				return next.isHeld();
			}
		});
		awaitMark(held.key());
		held.release();
		assertThat(got.get(60, TimeUnit.SECONDS)).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void silentConnectionIsReplaced(RedisClients client) throws Exception {
		connect(client);
		HeldLock held = hold(1).get(0);
		CompletableFuture<HeldLock> waiting = await(held.key());
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> subscribers(held.key()) == 1);
		this.relay.silenceListeners();
		server.send("CLIENT", "KILL", "TYPE", "pubsub");
		this.relay.serveListeners();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> subscribers(held.key()) == 1);
		held.release();
		waiting.get(60, TimeUnit.SECONDS).release();
	}

	@ParameterizedTest
	@EnumSource
	void quietConnectionIsKept(RedisClients client) throws Exception {
		connect(client);
		HeldLock held = hold(1).get(0);
		CompletableFuture<HeldLock> waiting = await(held.key());
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> subscribers(held.key()) == 1);
		Object listening = server.send("CLIENT", "LIST", "TYPE", "pubsub").toString().split(" ")[0];
		Awaitility.await()
			.during(Duration.ofSeconds(6))
			.atMost(TestNodes.PATIENCE)
			.untilAsserted(() -> assertThat(server.send("CLIENT", "LIST", "TYPE", "pubsub").toString())
				.startsWith(listening + " ")
				.hasLineCount(1));
		held.release();
		waiting.get(60, TimeUnit.SECONDS).release();
	}

	private void connect(RedisClients client) throws Exception {
		this.relay = new FaultyRelay(server.port());
		this.node = this.nodes.node(this.nodes.add(client.connect("127.0.0.1", this.relay.port())),
				ReplicaSettings.defaults());
		this.other = this.nodes.node(this.nodes.add(client.connect("127.0.0.1", server.port())),
				ReplicaSettings.defaults());
		HeldLock first = this.other.template.acquire(TestNodes.request("first", LEASE));
		CompletableFuture<HeldLock> next = await("first");
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> subscribers("first") == 1);
		first.release();
		next.get(60, TimeUnit.SECONDS).release();
	}

	private List<HeldLock> hold(int count) {
		List<HeldLock> held = new ArrayList<>();
		IntStream.range(0, count)
			.forEach((i) -> held.add(this.other.template.acquire(TestNodes.request("busy-" + i, LEASE))));
		return held;
	}

	private CompletableFuture<HeldLock> await(String key) {
		return this.node.engine.acquireAsync(TestNodes.request(key, LEASE)).toCompletableFuture();
	}

	private static void awaitMark(String key) {
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> RecordedLocks.isWaitedFor(server, key));
	}

	private static long subscribers(String key) {
		return (Long) server.send("ZCARD", new RedisKeys(TestNode.key(key)).queue());
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.Renewed;
import io.distlock.contract.TestNode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.YieldResult;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.redlock.RedlockStore;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisMasters;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that reach the server twice, as they do where a client sends them again
 * because the connection was lost before the answer came.
 */
@Tag("timing")
class RepeatedRequestTests {

	private static final int TOKENS = 10_001;

	private static RedisMasters masters;

	private final LockKey key = TestNode.key(UUID.randomUUID().toString());

	private final TestNodes nodes = new TestNodes();

	private LockProvider provider;

	@BeforeAll
	static void start() {
		masters = new RedisMasters().start();
	}

	@AfterAll
	static void stop() {
		masters.close();
	}

	@AfterEach
	void close() throws Exception {
		this.nodes.close();
	}

	@ParameterizedTest
	@EnumSource
	void secondReleaseHasTheAnswerOfTheFirst(Store store) {
		open(store);
		Lease lease = acquire();
		assertThat(release(lease)).isTrue();
		assertThat(release(lease)).isTrue();
		assertThat(attempt(lease.owner().id())).as("the request to acquire, once more").isNull();
		for (int i = 0; i < 20; i++) {
			Lease next = acquire();
			assertThat(release(lease)).isTrue();
			assertThat(Renewed.lost(this.provider, List.of(next))).isEmpty();
			assertThat(release(next)).isTrue();
		}
		assertThat(release(lease)).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void secondYieldHasTheAnswerOfTheFirst(Store store) {
		open(store);
		Lease lease = acquire();
		try (Contender waiting = awaits()) {
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Yielded.class);
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Yielded.class);
			Lease next = granted(waiting.attempt(new LockOwner("next")));
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Yielded.class);
			assertThat(Renewed.lost(this.provider, List.of(next))).isEmpty();
			assertThat(release(next)).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource
	void requestThatHasRenewedDoesNotYieldLater(Store store) {
		open(store);
		Lease lease = acquire();
		Lease renewed = ((YieldResult.Renewed) yieldOrRenew(lease)).lease();
		assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Renewed.class);
		try (Contender waiting = awaits()) {
			assertThat(yieldOrRenew(lease)).isInstanceOf(YieldResult.Renewed.class);
		}
		assertThat(Renewed.lost(this.provider, List.of(renewed))).isEmpty();
		assertThat(release(renewed)).isTrue();
	}

	@Test
	void lockThatWasForciblyReleasedIsLost() {
		open(Store.REDIS);
		Lease forced = acquire();
		assertThat(((ForcedRelease) this.provider).forceRelease(this.key)).isPresent();
		assertThat(release(forced)).isFalse();
		assertThat(release(forced)).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void lockThatWasForgottenIsLost(Store store) {
		open(store);
		Lease forgotten = acquire();
		masters.all().forEach((master) -> master.send("FLUSHALL"));
		assertThat(release(forgotten)).isFalse();
		assertThat(release(forgotten)).isFalse();
		Lease yielded = acquire();
		masters.all().forEach((master) -> master.send("FLUSHALL"));
		assertThat(yieldOrRenew(yielded)).isInstanceOf(YieldResult.Lost.class);
	}

	@ParameterizedTest
	@EnumSource
	void tokensThatWereNotUsedAreGrantedAgain(Store store) {
		open(store);
		long used = 0;
		Lease lease = acquire();
		for (int i = 0; i < 100; i++) {
			assertThat(lease.firstToken()).isGreaterThan(used);
			used = lease.firstToken();
			if (i % 2 == 0) {
				lease = ((YieldResult.Renewed) this.provider.yieldOrRenew(lease, used, claim())).lease();
			}
			else {
				assertThat(this.provider.release(this.key, lease.owner(), used)).isTrue();
				lease = acquire();
			}
		}
		assertThat(lease.firstToken() - TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()))
			.as("ahead of the clock, in microseconds")
			.isLessThan(TOKENS);
		assertThat(this.provider.release(this.key, lease.owner(), lease.lastToken())).isTrue();
		assertThat(Renewed.lost(this.provider, List.of(lease))).as("a renewal that comes late").containsExactly(lease);
		assertThat(acquire().firstToken()).isGreaterThan(lease.lastToken());
	}

	@ParameterizedTest
	@EnumSource
	void lockOfAnAnswerThatWasLostIsNotReportedAsLost(RedisClients client) throws Exception {
		try (FaultyRelay relay = new FaultyRelay(masters.get(0).port())) {
			TestNode node = this.nodes.node(this.nodes.add(client.connect("127.0.0.1", relay.port())),
					ReplicaSettings.defaults());
			String name = this.key.name();
			node.template.executeWithoutResult(name, (held) -> {
			});
			for (int i = 0; i < 3; i++) {
				node.template.executeWithoutResult(name, (held) -> relay.endInsteadOfAnswers(1));
			}
			for (int i = 0; i < 3; i++) {
				handOver(node, relay, name + "-" + i);
			}
			assertThat(node.losses).isEmpty();
		}
	}

	/**
	 * The request with the text of a script is given up while its answer, as that of the
	 * request before it, is held up.
	 */
	@Test
	void scriptThatIsGivenUpIsNotSentOnceMoreWithItsText() throws Exception {
		RedisServer server = masters.get(0);
		try (FaultyRelay relay = new FaultyRelay(server.port())) {
			RedisTransport transport = this.nodes
				.add(this.nodes.add(RedisClients.LETTUCE.connect(server.host(), relay.port())).transports().get());
			assertThat(transport.info("server")).isNotEmpty();
			String counted = this.key.name();
			ScriptCall call = new ScriptCall(
					LockScript.of("count", "return {redis.call('INCR', KEYS[1])} -- " + counted), List.of(counted),
					List.of(), () -> "count");
			relay.delayAnswers(Duration.ofSeconds(2));
			CompletableFuture<ScriptReply> reply = transport.send(call);
			Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> server.send("EXISTS", counted).equals(1L));
			reply.cancel(true);
			relay.endInsteadOfAnswers(1);
			relay.delayAnswers(Duration.ZERO);
			Awaitility.await()
				.atMost(TestNodes.PATIENCE)
				.ignoreExceptions()
				.until(() -> !transport.info("server").isEmpty());
			assertThat(server.send("GET", counted)).isEqualTo("1");
		}
	}

	private void handOver(TestNode node, FaultyRelay relay, String name) throws Exception {
		RedisServer server = masters.get(0);
		TestNode other = this.nodes.node(this.nodes.add(RedisClients.LETTUCE.connect(server.host(), server.port())),
				ReplicaSettings.defaults());
		HeldLock held = node.template.acquire(TestNodes.request(name, TestNodes.PATIENCE));
		LockRequest request = TestNodes.request(name, TestNodes.PATIENCE);
		CompletableFuture<HeldLock> remote = other.engine.acquireAsync(request).toCompletableFuture();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> RecordedLocks.isQueuedFor(server, name));
		CompletableFuture<HeldLock> local = node.engine.acquireAsync(request).toCompletableFuture();
		relay.endInsteadOfAnswers(1);
		assertThat(held.release()).isTrue();
		remote.get(40, TimeUnit.SECONDS).release();
		assertThat(local.get(40, TimeUnit.SECONDS).release()).isTrue();
	}

	private void open(Store store) {
		this.provider = this.nodes.add(store.open(this.nodes));
		Awaitility.await().atMost(TestNodes.PATIENCE).ignoreExceptions().until(() -> release(acquire()));
	}

	private Contender awaits() {
		Contender waiting = this.provider.contend(claim(), () -> {
		});
		assertThat(waiting.attempt(new LockOwner("first"))).isInstanceOf(Attempt.Busy.class);
		assertThat(waiting.attempt(new LockOwner("second"))).isInstanceOf(Attempt.Busy.class);
		return waiting;
	}

	private Lease acquire() {
		return granted(attempt(UUID.randomUUID().toString()));
	}

	private Attempt attempt(String owner) {
		try (Contender contender = this.provider.contend(claim(), () -> {
		})) {
			return contender.attempt(new LockOwner(owner));
		}
		catch (io.distlock.provider.LockStoreException ex) {
			return null;
		}
	}

	private static Lease granted(Attempt attempt) {
		assertThat(attempt).isInstanceOf(Attempt.Granted.class);
		return ((Attempt.Granted) attempt).lease();
	}

	private boolean release(Lease lease) {
		return this.provider.release(lease.key(), lease.owner(), lease.firstToken());
	}

	private YieldResult yieldOrRenew(Lease lease) {
		return this.provider.yieldOrRenew(lease, lease.firstToken(), claim());
	}

	private LockClaim claim() {
		return LockClaim.of(this.key, Duration.ofSeconds(30), TOKENS, "test-node");
	}

	/**
	 * What keeps the locks.
	 */
	enum Store {

		REDIS {

			@Override
			LockProvider open(TestNodes nodes) {
				RedisServer server = masters.get(0);
				return nodes.add(RedisClients.LETTUCE.connect(server.host(), server.port()))
					.newProvider(RedisLockSettings.defaults());
			}

		},

		REDLOCK {

			@Override
			LockProvider open(TestNodes nodes) {
				return RedlockStore.of(masters.all(), RedlockStore.PATIENT).newProvider();
			}

		};

		abstract LockProvider open(TestNodes nodes);

	}

}

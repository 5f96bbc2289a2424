// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisReplication;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A master with replicas that lag, and one of which is promoted.
 */
@Tag("timing")
@Tag("proof")
class ReplicationTests {

	private static final ReplicaSettings NONE = ReplicaSettings.defaults();

	private static final ReplicaSettings ONE = ReplicaSettings.defaults()
		.withAck(1)
		.withTimeout(Duration.ofMillis(300));

	private final TestNodes nodes = new TestNodes();

	private final RedisReplication servers = new RedisReplication();

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
	void tokensRiseOverTheFailoverToAReplicaThatKnowsNothing(RedisClients client) {
		TestNode before = node(client, this.servers.master(), NONE);
		cutReplicasOff();
		HeldLock held = before.template.acquire(TestNodes.request("failover", Duration.ofSeconds(30)));
		this.servers.master().kill();
		RedisServer promoted = promoteFirst();
		TestNode after = node(client, promoted, NONE);
		HeldLock next = after.template.acquire(TestNodes.request("failover", Duration.ofSeconds(30)));
		System.out.printf("%s, lagging replica promoted, no acknowledgements: token %d (%s) before, %d after%n", client,
				held.fencingToken(), held.isHeld() ? "still held" : "lost", next.fencingToken());
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
	}

	/**
	 * A client may wait for a minute until a new connection is greeted.
	 */
	@ParameterizedTest
	@EnumSource
	void serverThatHasFallenSilentIsNotAwaitedForLongByAnyAttempt(RedisClients client) throws Exception {
		try (FaultyRelay relay = new FaultyRelay(this.servers.master().port())) {
			TestNode node = this.nodes.node(this.nodes.add(client.connect("127.0.0.1", relay.port())), ONE);
			node.template.execute(TestNodes.request("silent", Duration.ofSeconds(30)), HeldLock::fencingToken);
			assertSilenceEndsAttempts(relay, node, 3, RedisReplies.TIMEOUT.multipliedBy(2));
		}
	}

	/**
	 * The first connection has half a minute, as a process that has just started is slow.
	 * Redisson connects when it is created.
	 */
	@ParameterizedTest
	@EnumSource(names = "REDISSON", mode = EnumSource.Mode.EXCLUDE)
	void serverThatDoesNotGreetIsNotAwaitedForLongByAnyAttempt(RedisClients client) throws Exception {
		try (FaultyRelay relay = new FaultyRelay(this.servers.master().port())) {
			assertSilenceEndsAttempts(relay,
					this.nodes.node(this.nodes.add(client.connect("127.0.0.1", relay.port())), NONE), 1,
					Duration.ofSeconds(45));
		}
	}

	private static void assertSilenceEndsAttempts(FaultyRelay relay, TestNode node, int attempts, Duration longest) {
		relay.holdRequests();
		for (int i = 0; i < attempts; i++) {
			long start = System.nanoTime();
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> node.template.acquire(LockRequest.of("silent").waitTime(Duration.ZERO)));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).as("attempt " + i).isLessThan(longest);
		}
		relay.heal();
		assertThat(node.template.acquire(TestNodes.request("silent", Duration.ofSeconds(30))).isHeld()).isTrue();
	}

	@ParameterizedTest
	@EnumSource
	void acquireThatNoReplicaAcknowledgesIsNotAcquiredAndLeavesNothing(RedisClients client) {
		TestNode node = node(client, this.servers.master(), ONE);
		long before = node.template.execute(TestNodes.request("acknowledged", Duration.ofSeconds(30)),
				HeldLock::fencingToken);
		cutReplicasOff();
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.acquire(LockRequest.of("acknowledged").waitTime(Duration.ofSeconds(1))))
			.withMessageContaining("0 of 1 replicas")
			.withMessageContaining("distlock.redis.replicas.ack");
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> RecordedLocks.isFree(this.servers.master(), "acknowledged"));
		this.servers.replica(0).thaw();
		this.servers.awaitAcknowledgements(1);
		HeldLock held = node.template.acquire(TestNodes.request("acknowledged", Duration.ofSeconds(30)));
		assertThat(held.fencingToken()).isGreaterThan(before);
	}

	@ParameterizedTest
	@EnumSource
	void acquireWithoutTheRightToAskReplicasLeavesNothing(RedisClients client) {
		TestNode node = node(client, this.servers.master(), ONE);
		node.template.execute(TestNodes.request("unasked", Duration.ofSeconds(30)), HeldLock::fencingToken);
		this.servers.master().send("ACL", "SETUSER", "default", "-wait");
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> node.template
			.acquire(LockRequest.of("unasked").leaseTime(Duration.ofMinutes(5)).waitTime(Duration.ofSeconds(1))));
		Awaitility.await()
			.atMost(TestNodes.PATIENCE)
			.until(() -> RecordedLocks.isFree(this.servers.master(), "unasked"));
	}

	@ParameterizedTest
	@EnumSource
	void renewalThatNoReplicaAcknowledgesEndsTheHold(RedisClients client) {
		TestNode node = node(client, this.servers.master(), ONE);
		HeldLock held = node.template.acquire(TestNodes.request("renewal", Duration.ofSeconds(6)));
		TestNodes.awaitRenewals(node);
		assertThat(held.isHeld()).isTrue();
		long cut = System.nanoTime();
		cutReplicasOff();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> !held.isHeld());
		long lost = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - cut);
		System.out.printf("%s, replicas cut off during a hold with a lease of 6 s: lost after %d ms%n", client, lost);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.losses.size() == 1);
	}

	/**
	 * As a context does that is stopped, or paused by tests, and started again.
	 */
	@Test
	void leasesAreRenewedAfterTheClientWasStoppedAndStartedAgain() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(this.servers.master().host(), this.servers.master().port()));
		factory.afterPropertiesSet();
		factory.start();
		TestNode node = this.nodes.node(
				this.nodes.add(new RedisClients.Client(() -> SpringRedisTransports.of(factory), factory::destroy)),
				ONE);
		for (int starts = 0; starts < 2; starts++) {
			HeldLock held = node.template.acquire(TestNodes.request("restarted", Duration.ofSeconds(6)));
			TestNodes.awaitRenewals(node);
			assertThat(held.release()).isTrue();
			factory.stop();
			factory.start();
		}
	}

	@ParameterizedTest
	@EnumSource
	void forcedReleaseThatNoReplicaAcknowledgesIsNotReportedAsDone(RedisClients client) {
		TestNode holder = node(client, this.servers.master(), ONE);
		HeldLock held = holder.template.acquire(TestNodes.request("forced", Duration.ofSeconds(30)));
		cutReplicasOff();
		RedisClients.Client connection = this.nodes
			.add(client.connect(this.servers.master().host(), this.servers.master().port()));
		try (RedisLockProvider operator = connection.newProvider(TestNodes.acknowledged(ONE))) {
			for (int tries = 0; tries < 2; tries++) {
				assertThatExceptionOfType(LockStoreException.class)
					.isThrownBy(() -> operator.forceRelease(TestNode.key("forced")))
					.withMessageContaining("force the release of 'forced'")
					.withMessageContaining("0 of 1 replicas")
					.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.UNKNOWN));
			}
			this.servers.replica(0).thaw();
			this.servers.awaitAcknowledgements(1);
			assertThat(operator.forceRelease(TestNode.key("forced"))).isEmpty();
		}
		assertThat(held.release()).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void acknowledgedHoldSurvivesTheFailover(RedisClients client) {
		TestNode before = node(client, this.servers.master(),
				ReplicaSettings.defaults().withAck(2).withTimeout(Duration.ofSeconds(2)));
		HeldLock held = before.template.acquire(TestNodes.request("kept", Duration.ofSeconds(30)));
		this.servers.master().kill();
		this.servers.promote(this.servers.replica(0));
		TestNode after = node(client, this.servers.replica(0), NONE);
		assertThat(after.template.tryAcquire(TestNodes.once("kept"))).isEmpty();
		assertThat(held.isHeld()).isTrue();
	}

	private TestNode node(RedisClients client, RedisServer server, ReplicaSettings replicas) {
		return this.nodes.node(this.nodes.add(client.connect(server.host(), server.port())), replicas);
	}

	private void cutReplicasOff() {
		this.servers.replica(0).freeze();
		this.servers.replica(1).freeze();
		this.servers.master().send("CLIENT", "KILL", "TYPE", "replica");
	}

	private RedisServer promoteFirst() {
		RedisServer replica = this.servers.replica(0);
		replica.thaw();
		this.servers.promote(replica);
		return replica;
	}

}

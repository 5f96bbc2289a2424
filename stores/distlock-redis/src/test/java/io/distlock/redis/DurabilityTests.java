// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.redis.internal.check.EvictionCheck;
import io.distlock.redis.internal.check.RedisServerCheck;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.redis.InstalledRedis;
import io.distlock.testserver.redis.RedisReplication;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Grants that must be on the disks of the master and of a replica. Runs where there is a
 * server with {@code WAITAOF}.
 */
@Tag("timing")
@Tag("proof")
class DurabilityTests {

	private static final ReplicaSettings DURABLE = ReplicaSettings.defaults().withAck(1).withDurable(true);

	private final TestNodes nodes = new TestNodes();

	private RedisReplication servers;

	@BeforeEach
	void start() {
		Path program = OptionalTool.WAITAOF.require(InstalledRedis.withWaitAof());
		this.servers = new RedisReplication(program, "--appendonly", "yes", "--appendfsync", "always").start();
	}

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
		if (this.servers != null) {
			this.servers.close();
		}
	}

	@ParameterizedTest
	@EnumSource(names = "REDISSON", mode = EnumSource.Mode.EXCLUDE)
	void holdIsOnTheDisksAndSurvivesARestart(RedisClients client) {
		TestNode node = node(client);
		HeldLock renewed = node.template.acquire(TestNodes.request("renewed", Duration.ofSeconds(10)));
		HeldLock held = node.template.acquire(TestNodes.request("kept", Duration.ofSeconds(20)));
		TestNodes.awaitRenewals(node);
		assertThat(renewed.release()).isTrue();
		assertThat(this.servers.master().send("INFO", "commandstats").toString()).contains("cmdstat_waitaof:calls=");
		this.servers.master().restart();
		TestNode other = node(client);
		assertThat(other.template.tryAcquire(TestNodes.once("kept"))).isEmpty();
		this.servers.awaitAcknowledgements(1);
		assertThat(held.release()).isTrue();
		long next = other.template.execute(TestNodes.request("kept", Duration.ofSeconds(20)), HeldLock::fencingToken);
		assertThat(next).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource(names = "REDISSON", mode = EnumSource.Mode.EXCLUDE)
	void grantThatNoReplicaHasOnItsDiskIsNotTakenAndLeavesNothing(RedisClients client) {
		TestNode node = node(client);
		node.template.execute(TestNodes.request("unwritten", Duration.ofSeconds(20)), HeldLock::fencingToken);
		List.of(this.servers.replica(0), this.servers.replica(1))
			.forEach((replica) -> replica.send("CONFIG", "SET", "appendonly", "no"));
		refuses(node, "unwritten", "0 of 1 replicas");
		this.servers.replica(0).send("CONFIG", "SET", "appendonly", "yes");
		assertThat(node.template.acquire(TestNodes.request("unwritten", Duration.ofSeconds(20))).release()).isTrue();
	}

	@ParameterizedTest
	@EnumSource(names = "REDISSON", mode = EnumSource.Mode.EXCLUDE)
	void grantThatTheMasterCannotWriteIsNotTakenAndLeavesNothing(RedisClients client) {
		TestNode node = node(client);
		node.template.execute(TestNodes.request("memory", Duration.ofSeconds(20)), HeldLock::fencingToken);
		this.servers.master().send("CONFIG", "SET", "appendonly", "no");
		refuses(node, "memory", "WAITAOF");
		this.servers.master().send("CONFIG", "SET", "appendonly", "yes");
		assertThat(node.template.acquire(TestNodes.request("memory", Duration.ofSeconds(20))).release()).isTrue();
	}

	@ParameterizedTest
	@EnumSource(names = "REDISSON", mode = EnumSource.Mode.EXCLUDE)
	void serverThatWritesIsAcceptedAtStart(RedisClients client) {
		RedisClients.Client connected = connect(client);
		try (RedisTransport transport = connected.transports().get()) {
			assertThat(new RedisServerCheck(EvictionCheck.FAIL).check(transport, DURABLE)).isEmpty();
			this.servers.master().send("CONFIG", "SET", "appendonly", "no");
			assertThatExceptionOfType(UnsafeRedisServerException.class)
				.isThrownBy(() -> new RedisServerCheck(EvictionCheck.FAIL).check(transport, DURABLE))
				.withMessageContaining("appendonly yes");
		}
	}

	private void refuses(TestNode node, String key, String reason) {
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template
				.acquire(LockRequest.of(key).leaseTime(Duration.ofSeconds(30)).waitTime(Duration.ofSeconds(2))))
			.withStackTraceContaining(reason);
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> RecordedLocks.isFree(this.servers.master(), key));
	}

	private RedisClients.Client connect(RedisClients client) {
		return this.nodes.add(client.connect(this.servers.master().host(), this.servers.master().port()));
	}

	private TestNode node(RedisClients client) {
		return this.nodes.node(connect(client), DURABLE);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.TestNodes;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptCall.Effect;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A master of a cluster that is away, and its replica: what becomes of the locks of the
 * others.
 */
@Tag("timing")
@Execution(ExecutionMode.CONCURRENT)
@Tag("proof")
class ShardOutageTests {

	private static final Duration LEASE = Duration.ofSeconds(5);

	private static final LockScript PUT = LockScript.of("put",
			"redis.call('SET', KEYS[1], 'lease', 'PX', 60000) return {1}");

	private final TestNodes nodes = new TestNodes();

	private RedisCluster cluster;

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
		this.cluster.close();
	}

	private static Stream<Arguments> outages() {
		return Stream.of(TopologyClients.values())
			.flatMap((client) -> Stream.of(Arguments.of(client, true), Arguments.of(client, false)));
	}

	@ParameterizedTest
	@MethodSource("outages")
	void masterThatIsAwayEndsItsOwnLocksOnly(TopologyClients client, boolean frozen) {
		this.cluster = new RedisCluster("--cluster-require-full-coverage", "no").start();
		RedisServer away = this.cluster.nodes().get(2);
		TestNode node = node(client, ReplicaSettings.defaults());
		List<HeldLock> healthy = hold(node, away, false, 5);
		HeldLock sick = hold(node, away, true, 1).get(0);
		if (frozen) {
			away.freeze();
		}
		else {
			away.kill();
		}
		endsAlone(sick, healthy);
	}

	@ParameterizedTest
	@EnumSource(names = "JEDIS", mode = EnumSource.Mode.EXCLUDE)
	void replicaThatIsAwayEndsTheLocksOfItsMasterOnly(TopologyClients client) {
		this.cluster = RedisCluster.withReplicas();
		this.cluster.start();
		RedisServer master = this.cluster.nodes().get(2);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(this::isAcknowledged);
		TestNode node = node(client, ReplicaSettings.defaults().withAck(1).withTimeout(Duration.ofMillis(300)));
		List<HeldLock> healthy = hold(node, master, false, 5);
		HeldLock sick = hold(node, master, true, 1).get(0);
		this.cluster.nodes().get(5).freeze();
		master.send("CLIENT", "KILL", "TYPE", "replica");
		endsAlone(sick, healthy);
	}

	@Test
	void slotWithoutAMasterKeepsNoLeaseFromTheOthers() {
		this.cluster = new RedisCluster("--cluster-require-full-coverage", "no").start();
		List<ScriptCall> calls = Stream.of("one", "other")
			.map((key) -> new ScriptCall(PUT, List.of(key), List.of(), () -> "put '" + key + "'", Effect.LEASES))
			.toList();
		int slot = this.cluster.slot("one");
		RedisServer owner = this.cluster.owner(slot);
		owner.send("CLUSTER", "DELSLOTS", slot);
		this.cluster.nodes()
			.stream()
			.filter((node) -> node != owner)
			.forEach((node) -> node.send("CLUSTER", "DELSLOTS", slot));
		RedisClients.Client client = this.nodes
			.add(TopologyClients.LETTUCE.cluster(TopologyClients.addresses(this.cluster.nodes())));
		List<CompletableFuture<ScriptReply>> sent = this.nodes.add(client.transports().get())
			.send(calls, ReplicaSettings.defaults().withAck(1).withTimeout(Duration.ofMillis(300)));
		assertThat(sent.get(0)).failsWithin(TestNodes.PATIENCE)
			.withThrowableThat()
			.withMessageContaining("Could not put 'one' in Redis: Lettuce knows of no master for it at present");
		assertThat(sent.get(1)).failsWithin(TestNodes.PATIENCE)
			.withThrowableThat()
			.withMessageContaining("Could not put 'other': 0 of 1 replicas acknowledged it");
	}

	@ParameterizedTest
	@EnumSource
	void jobsOfOtherMastersAreReadThoughOneIsAway(TopologyClients client) {
		this.cluster = new RedisCluster("--cluster-require-full-coverage", "no").start();
		RedisServer away = this.cluster.nodes().get(2);
		JobLedger ledger = this.nodes.add(client.cluster(TopologyClients.addresses(this.cluster.nodes())))
			.newProvider(RedisLockSettings.defaults())
			.jobLedger();
		List<LockKey> jobs = IntStream.range(0, 30).mapToObj((i) -> TestNode.key("job-" + i)).toList();
		Map<Boolean, List<LockKey>> onIt = jobs.stream().collect(Collectors.partitioningBy((job) -> isOn(job, away)));
		// The first request may wait for longer than a server has to answer.
		ledger.read(jobs.get(0));
		assertThat(ledger.readAll(jobs)).containsOnlyKeys(jobs);
		away.kill();
		assertThat(ledger.readAll(jobs)).containsOnlyKeys(onIt.get(false));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ledger.readAll(onIt.get(true)));
	}

	private boolean isOn(LockKey job, RedisServer server) {
		return this.cluster.owner(this.cluster.slot(new RedisKeys(job).job())) == server;
	}

	private void endsAlone(HeldLock sick, List<HeldLock> healthy) {
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> !sick.isHeld());
		Awaitility.await()
			.during(LEASE.multipliedBy(2))
			.atMost(TestNodes.PATIENCE)
			.untilAsserted(() -> assertThat(healthy).allMatch(HeldLock::isHeld));
	}

	private List<HeldLock> hold(TestNode node, RedisServer server, boolean there, int count) {
		List<HeldLock> held = new ArrayList<>();
		for (int i = 0; held.size() < count; i++) {
			String key = "shard-" + there + "-" + i;
			int slot = this.cluster.slot(new RedisKeys(TestNode.key(key)).lock());
			if (this.cluster.owner(slot) == server == there) {
				held.add(node.template.acquire(TestNodes.request(key, LEASE)));
			}
		}
		return held;
	}

	/**
	 * A replica that has just attached takes a second before it acknowledges anything.
	 */
	private boolean isAcknowledged() {
		return this.cluster.nodes().stream().limit(3).allMatch((master) -> {
			String probe = Stream.iterate(0, (i) -> i + 1)
				.map((i) -> "probe-" + i)
				.filter((key) -> this.cluster.owner(this.cluster.slot(key)) == master)
				.findFirst()
				.orElseThrow();
			try (RedisConsole console = master.console()) {
				console.send("SET", probe, "1", "PX", "1000");
				return console.send("WAIT", "1", "200").equals(1L);
			}
		});
	}

	private TestNode node(TopologyClients client, ReplicaSettings replicas) {
		return this.nodes.node(this.nodes.add(client.cluster(TopologyClients.addresses(this.cluster.nodes()))),
				replicas);
	}

}

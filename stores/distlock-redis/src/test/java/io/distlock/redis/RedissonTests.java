// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.cluster.TopologyClients;
import io.distlock.redis.internal.check.EvictionCheck;
import io.distlock.redis.internal.check.RedisServerCheck;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptCall.Effect;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What Redisson does by itself, and what must not come of it. Nodes that wait ask on
 * their own only once a minute, so that the one that gets the lock was told.
 */
@Tag("timing")
@Tag("proof")
class RedissonTests {

	private static final RedisLockSettings RARELY = RedisLockSettings.defaults()
		.withMaxPollInterval(Duration.ofMinutes(1));

	private static final LockRequest PATIENT = LockRequest.of("named")
		.leaseTime(Duration.ofMinutes(5))
		.waitTime(Duration.ofMinutes(5));

	private static final LockScript PUT = LockScript.of("put",
			"redis.call('SET', KEYS[1], ARGV[1], 'PX', 60000) return {1}");

	private static final ReplicaSettings ONE_REPLICA = ReplicaSettings.defaults()
		.withAck(1)
		.withTimeout(Duration.ofMillis(500));

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "app:", "{app}:" })
	void namesOfTheApplicationAreNotThoseOfLocksOnOneServer(String prefix) {
		RedisServer server = RedisServer.shared();
		meet(RedisClients.LETTUCE.connect(server.host(), server.port()),
				client((config) -> config.useSingleServer().setAddress("redis://" + server.address()), prefix));
	}

	@ParameterizedTest
	@ValueSource(strings = { "app:", "{app}:" })
	void namesOfTheApplicationAreNotThoseOfLocksInACluster(String prefix) {
		List<String> addresses = TopologyClients.addresses(RedisCluster.shared().nodes());
		meet(TopologyClients.LETTUCE.cluster(addresses), client((config) -> cluster(config, addresses, 500), prefix));
	}

	private void meet(RedisClients.Client plain, RedisClients.Client mapped) {
		RedisLockProvider provider = mapped.newProvider(RARELY);
		TestNode other = this.nodes.node(() -> this.nodes.add(plain).newProvider(RARELY));
		TestNode node = this.nodes.node(() -> provider);
		HeldLock held = other.template.acquire(PATIENT);
		CompletableFuture<HeldLock> next = wait(node, held);
		assertThat(node.template.tryAcquire(TestNodes.once("named"))).isEmpty();
		held.release();
		HeldLock got = next.orTimeout(60, TimeUnit.SECONDS).join();
		assertThat(other.template.tryAcquire(TestNodes.once("named"))).isEmpty();
		assertThat(provider.heldLocks(1000)).anySatisfy((lock) -> assertThat(lock.toString()).contains("named"));
		CompletableFuture<HeldLock> last = wait(other, got);
		got.release();
		last.orTimeout(60, TimeUnit.SECONDS).join().close();
	}

	@Test
	void waitersAreToldAfterAllConnectionsThatListenWereCut() {
		RedisCluster cluster = this.nodes.add(new RedisCluster().start());
		List<String> addresses = TopologyClients.addresses(cluster.nodes());
		RedisClients.Client client = client((config) -> cluster(config, addresses, 500), "");
		TestNode node = this.nodes.node(() -> client.newProvider(RARELY));
		TestNode holder = this.nodes.node(() -> client.newProvider(RARELY));
		HeldLock held = holder.template.acquire(PATIENT);
		CompletableFuture<HeldLock> next = wait(node, held);
		int before = node.provider.attempts.get();
		cluster.nodes().forEach((server) -> server.send("CLIENT", "KILL", "TYPE", "pubsub"));
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.provider.attempts.get() > before + 1);
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> listening(cluster) == 1);
		held.release();
		next.orTimeout(60, TimeUnit.SECONDS).join().close();
	}

	@Test
	void slotThatHasMovedIsNotAnsweredForByTheReplicaOfItsFormerMaster() throws Exception {
		RedisCluster cluster = this.nodes.add(RedisCluster.withReplicas().start());
		List<String> addresses = TopologyClients.addresses(cluster.nodes());
		RedisClients.Client client = client((config) -> cluster(config, addresses, 3_600_000), "");
		try (RedisTransport transport = client.transports().get()) {
			ScriptCall lease = new ScriptCall(PUT, List.of("distlock:{moved}"), List.of("lease"), () -> "put",
					Effect.LEASES);
			assertThat(transport.run(lease, ONE_REPLICA).number(0)).isOne();
			int slot = cluster.slot("distlock:{moved}");
			RedisServer source = cluster.owner(slot);
			RedisServer target = cluster.nodes()
				.stream()
				.filter((each) -> each != source && each.send("ROLE").toString().contains("master"))
				.findFirst()
				.orElseThrow();
			cluster.nodes().stream().filter((each) -> follows(each, target)).findFirst().orElseThrow().kill();
			cluster.beginMigration(slot, target);
			cluster.migrateKeys(slot, target, 10);
			Object id = target.send("CLUSTER", "MYID");
			target.send("CLUSTER", "SETSLOT", slot, "NODE", id);
			source.send("CLUSTER", "SETSLOT", slot, "NODE", id);
			for (int i = 0; i < 10; i++) {
				assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> transport.run(lease, ONE_REPLICA));
			}
		}
	}

	@Test
	void grantThatMustBeOnTheDisksIsRefusedAtStartAndLater() {
		RedisServer server = RedisServer.shared();
		ReplicaSettings durable = ReplicaSettings.defaults().withTimeout(Duration.ofMillis(500)).withDurable(true);
		RedisClients.Client client = this.nodes.add(RedisClients.REDISSON.connect(server.host(), server.port()));
		try (RedisTransport transport = client.transports().get()) {
			assertThatExceptionOfType(UnsafeRedisServerException.class)
				.isThrownBy(() -> new RedisServerCheck(EvictionCheck.WARN).check(transport, durable))
				.withMessageContaining("Redisson does not report");
			ScriptCall lease = new ScriptCall(PUT, List.of("distlock:{disk}"), List.of("lease"), () -> "put",
					Effect.LEASES);
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> transport.run(lease, durable))
				.withMessageContaining("Redisson does not report")
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.PERMANENT));
			assertThat(server.send("EXISTS", "distlock:{disk}")).isEqualTo(0L);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void clientThatCannotConnectFailsEachRequest(int ack) {
		Config config = new Config();
		config.setThreads(4).setNettyThreads(4).setLazyInitialization(true);
		config.useSingleServer().setAddress("redis://" + new RedisServer().address()).setRetryAttempts(0);
		RedissonClient redisson = Redisson.create(config);
		this.nodes.add(redisson::shutdown);
		RedisTransport transport = this.nodes.add(new RedissonTransport(redisson));
		ScriptCall lease = new ScriptCall(PUT, List.of("distlock:{away}"), List.of("lease"), () -> "put",
				Effect.LEASES);
		ReplicaSettings wanted = ReplicaSettings.defaults().withAck(ack).withTimeout(Duration.ofMillis(500));
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> transport.run(lease, wanted))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isNotEqualTo(Outcome.PERMANENT));
		assertThat(transport.send(List.of(lease), wanted)).singleElement()
			.satisfies((sent) -> assertThat(sent).failsWithin(TestNodes.PATIENCE)
				.withThrowableThat()
				.withCauseInstanceOf(LockStoreException.class));
	}

	private static boolean follows(RedisServer replica, RedisServer master) {
		String role = replica.send("ROLE").toString();
		return role.contains("slave") && role.contains(Integer.toString(master.port()));
	}

	private CompletableFuture<HeldLock> wait(TestNode node, HeldLock held) {
		int before = node.provider.attempts.get();
		CompletableFuture<HeldLock> next = node.template.acquireAsync(PATIENT).toCompletableFuture();
		// The first attempt, and the one after the subscription, which takes a place.
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.provider.attempts.get() >= before + 2);
		assertThat(held.isHeld()).isTrue();
		return next;
	}

	private static long listening(RedisCluster cluster) {
		return cluster.nodes()
			.stream()
			.mapToLong((node) -> ((List<?>) node.send("PUBSUB", "CHANNELS", "distlock:node:*")).size())
			.sum();
	}

	private static void cluster(Config config, List<String> addresses, int scanInterval) {
		config.useClusterServers()
			.setScanInterval(scanInterval)
			.addNodeAddress(addresses.stream().map("redis://"::concat).toArray(String[]::new));
	}

	private RedisClients.Client client(Consumer<Config> servers, String prefix) {
		Config config = new Config();
		config.setThreads(4).setNettyThreads(4).setNameMapper(new Prefix(prefix));
		servers.accept(config);
		RedissonClient redisson = Redisson.create(config);
		return this.nodes.add(new RedisClients.Client(() -> new RedissonTransport(redisson), redisson::shutdown));
	}

	/**
	 * Names of an application that shares its servers with others.
	 */
	private record Prefix(String prefix) implements NameMapper {

		@Override
		public String map(String name) {
			return this.prefix + name;
		}

		@Override
		public String unmap(String name) {
			return name.substring(this.prefix.length());
		}

	}

}

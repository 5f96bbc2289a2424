// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slot of a cluster that moves while a lock in it is held.
 */
@Tag("timing")
@Tag("proof")
class SlotMigrationTests {

	private static final Duration LEASE = Duration.ofSeconds(6);

	private final TestNodes nodes = new TestNodes();

	private final RedisCluster cluster = new RedisCluster();

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
	void holdGoesOnWhileItsSlotMoves(TopologyClients client) {
		TestNode node = node(client);
		TestNode other = node(client);
		HeldLock held = node.template.acquire(TestNodes.request("moving", LEASE));
		int slot = this.cluster.slot(new RedisKeys(TestNode.key("moving")).lock());
		RedisServer source = this.cluster.owner(slot);
		RedisServer target = this.cluster.nodes().stream().filter((each) -> each != source).findFirst().orElseThrow();
		this.cluster.beginMigration(slot, target);
		int moved = this.cluster.migrateKeys(slot, target, 1);
		Awaitility.await().during(LEASE.dividedBy(2)).atMost(TestNodes.PATIENCE).until(held::isHeld);
		moved += this.cluster.migrateKeys(slot, target, 10);
		awaitRenewal(node);
		this.cluster.endMigration(slot, target);
		awaitRenewal(node);
		awaitRenewal(node);
		assertThat(held.isHeld()).isTrue();
		assertThat(other.template.tryAcquire(TestNodes.once("moving"))).isEmpty();
		assertThat(held.release()).isTrue();
		long next = other.template.execute(TestNodes.request("moving", LEASE), HeldLock::fencingToken);
		System.out.printf("%s, slot with %d keys moved during a hold: held; token %d before, %d after%n", client, moved,
				held.fencingToken(), next);
		assertThat(next).isGreaterThan(held.fencingToken());
	}

	@ParameterizedTest
	@EnumSource
	void waiterIsToldOfTheReleaseWhereverTheSlotIs(TopologyClients client) {
		RedisLockSettings rarely = RedisLockSettings.defaults().withMaxPollInterval(Duration.ofMinutes(1));
		RedisClients.Client waiting = client(client);
		TestNode waiter = this.nodes.node(() -> waiting.newProvider(rarely));
		HeldLock held = node(client).template.acquire(TestNodes.request("followed", Duration.ofMinutes(5)));
		CompletableFuture<HeldLock> next = waiter.template
			.acquireAsync(TestNodes.request("followed", LEASE).waitTime(Duration.ofMinutes(5)))
			.toCompletableFuture();
		RedisKeys keys = new RedisKeys(TestNode.key("followed"));
		int slot = this.cluster.slot(keys.lock());
		RedisServer source = this.cluster.owner(slot);
		RedisServer target = this.cluster.nodes().stream().filter((each) -> each != source).findFirst().orElseThrow();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> source.send("ZCARD", keys.queue()).equals(1L));
		this.cluster.beginMigration(slot, target);
		this.cluster.migrateKeys(slot, target, 10);
		this.cluster.endMigration(slot, target);
		assertThat(next).isNotDone();
		held.release();
		assertThat(next.orTimeout(60, TimeUnit.SECONDS).join().fencingToken()).isGreaterThan(held.fencingToken());
		next.join().close();
	}

	/**
	 * Until the slot has moved, the servers refuse requests for several keys of which one
	 * is not there.
	 */
	@ParameterizedTest
	@EnumSource
	void waiterGetsALockThatIsReleasedWhileItsSlotMoves(TopologyClients client) {
		HeldLock held = node(client).template.acquire(TestNodes.request("half", Duration.ofMinutes(5)));
		TestNode waiter = node(client);
		CompletableFuture<HeldLock> next = waiter.template
			.acquireAsync(TestNodes.request("half", LEASE).waitTime(Duration.ofMinutes(5)))
			.toCompletableFuture();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> waiter.provider.attempts.get() >= 2);
		int slot = this.cluster.slot(new RedisKeys(TestNode.key("half")).lock());
		RedisServer source = this.cluster.owner(slot);
		RedisServer target = this.cluster.nodes().stream().filter((each) -> each != source).findFirst().orElseThrow();
		this.cluster.beginMigration(slot, target);
		this.cluster.migrateKeys(slot, target, 10);
		held.close();
		assertThat(held.isHeld()).isFalse();
		this.cluster.migrateKeys(slot, target, 10);
		this.cluster.endMigration(slot, target);
		assertThat(next.orTimeout(60, TimeUnit.SECONDS).join().fencingToken()).isGreaterThan(held.fencingToken());
		next.join().close();
	}

	private RedisClients.Client client(TopologyClients client) {
		return this.nodes.add(client.cluster(TopologyClients.addresses(this.cluster.nodes())));
	}

	private TestNode node(TopologyClients client) {
		return this.nodes.node(client(client), ReplicaSettings.defaults());
	}

	private static void awaitRenewal(TestNode node) {
		int before = node.provider.renewals.get();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.provider.renewals.get() > before);
	}

}

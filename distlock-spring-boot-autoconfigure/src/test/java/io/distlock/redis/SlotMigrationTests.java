package io.distlock.redis;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.testserver.RedisCluster;
import io.distlock.testserver.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slot of a cluster that moves while a lock in it is held.
 */
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
		int slot = this.cluster.slot(RedisKeys.of(TestNode.key("moving")).lock());
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

	private TestNode node(TopologyClients client) {
		return this.nodes.node(this.nodes.add(client.cluster(TopologyClients.addresses(this.cluster.nodes()))),
				ReplicaSettings.defaults());
	}

	private static void awaitRenewal(TestNode node) {
		int before = node.provider.renewals.get();
		Awaitility.await().atMost(TestNodes.PATIENCE).until(() -> node.provider.renewals.get() > before);
	}

}

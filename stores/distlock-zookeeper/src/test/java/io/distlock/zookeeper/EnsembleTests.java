// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks on an ensemble of three, of which one is killed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("timing")
@Tag("proof")
class EnsembleTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SESSION = Duration.ofSeconds(40);

	private static final Duration LEASE = Duration.ofSeconds(5);

	private final List<ZooKeeperTestNode> nodes = new ArrayList<>();

	private TestingCluster ensemble;

	@BeforeAll
	void start() {
		this.ensemble = ZooKeeperServers.startEnsemble();
	}

	@AfterEach
	void closeNodes() {
		this.nodes.forEach(ZooKeeperTestNode::close);
		this.nodes.clear();
	}

	@AfterAll
	void stop() throws IOException {
		this.ensemble.close();
	}

	private ZooKeeperTestNode node() {
		ZooKeeperTestNode node = new ZooKeeperTestNode(this.ensemble.getConnectString(), SESSION);
		this.nodes.add(node);
		return node;
	}

	private static LockRequest request() {
		return LockRequest.of("ensemble:" + UUID.randomUUID()).waitTime(PATIENCE);
	}

	@Test
	void holdAndOrderOfWaitersSurviveTheServerOfTheHolder() throws Exception {
		LockRequest request = request();
		ZooKeeperTestNode holder = node();
		HeldLock held = holder.template.acquire(request);
		List<CompletableFuture<HeldLock>> waiting = waiting(request, 3);
		restart(this.ensemble.findConnectionInstance(holder.zooKeeper()));
		assertHeld(held);
		assertServedInOrder(held, waiting);
	}

	@Test
	void locksOutliveManyLeasesWithoutTheServerOfTheHolder() throws Exception {
		ZooKeeperTestNode holder = node();
		List<HeldLock> held = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			held.add(holder.template.acquire(request().leaseTime(LEASE)));
		}
		InstanceSpec server = this.ensemble.findConnectionInstance(holder.zooKeeper());
		kill(server);
		Awaitility.await().during(LEASE.multipliedBy(2)).atMost(PATIENCE).until(holder.losses::isEmpty);
		assertThat(held).allMatch(HeldLock::isHeld).allMatch(HeldLock::release);
		this.ensemble.restartServer(server);
	}

	@Test
	void holdAndOrderOfWaitersSurviveTheLeader() throws Exception {
		LockRequest request = request();
		HeldLock held = node().template.acquire(request);
		List<CompletableFuture<HeldLock>> waiting = waiting(request, 3);
		InstanceSpec before = leader();
		kill(before);
		Awaitility.await().atMost(PATIENCE).until(this::hasLeader);
		assertServedInOrder(held, waiting);
		this.ensemble.restartServer(before);
	}

	@Test
	void tokensRiseOverChangesOfTheLeaderAndClosedSessions() throws Exception {
		LockRequest request = request();
		List<Long> tokens = new ArrayList<>();
		for (int round = 0; round < 3; round++) {
			ZooKeeperTestNode node = node();
			for (int i = 0; i < 5; i++) {
				tokens.add(node.template.execute(request, HeldLock::fencingToken));
			}
			HeldLock lost = node().template.acquire(request);
			tokens.add(lost.fencingToken());
			this.nodes.get(this.nodes.size() - 1).close();
			InstanceSpec leader = leader();
			kill(leader);
			tokens.add(node.template.execute(request, HeldLock::fencingToken));
			this.ensemble.restartServer(leader);
		}
		assertThat(tokens).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void locksAreNotGrantedWithoutAMajorityAndGoOnWithIt() throws Exception {
		LockRequest request = request();
		ZooKeeperTestNode node = node();
		node.template.execute(request, HeldLock::fencingToken);
		List<InstanceSpec> down = List.copyOf(this.ensemble.getInstances()).subList(0, 2);
		for (InstanceSpec instance : down) {
			kill(instance);
		}
		CompletableFuture<HeldLock> waiting = node.engine.acquireAsync(request).toCompletableFuture();
		Awaitility.await().during(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> !waiting.isDone());
		for (InstanceSpec instance : down) {
			this.ensemble.restartServer(instance);
		}
		assertThat(waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isHeld()).isTrue();
	}

	private List<CompletableFuture<HeldLock>> waiting(LockRequest request, int number) throws Exception {
		List<CompletableFuture<HeldLock>> waiting = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			ZooKeeperTestNode node = node();
			waiting.add(node.engine.acquireAsync(request).toCompletableFuture());
			int length = i + 2;
			String path = ZooKeeperStore.path(ZooKeeperTestNode.key(request.keys().get(0)));
			Awaitility.await()
				.atMost(PATIENCE)
				.ignoreExceptions()
				.until(() -> node.client.getChildren().forPath(path).size() == length);
		}
		return waiting;
	}

	private static void assertHeld(HeldLock held) {
		Awaitility.await()
			.during(Duration.ofSeconds(2))
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(held.isHeld()).isTrue());
	}

	private static void assertServedInOrder(HeldLock held, List<CompletableFuture<HeldLock>> waiting) throws Exception {
		HeldLock holder = held;
		for (int i = 0; i < waiting.size(); i++) {
			assertThat(waiting.subList(i, waiting.size())).noneMatch(CompletableFuture::isDone);
			assertThat(holder.isHeld()).isTrue();
			assertThat(holder.release()).isTrue();
			HeldLock next = waiting.get(i).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(next.fencingToken()).isGreaterThan(holder.fencingToken());
			holder = next;
		}
		holder.release();
	}

	private void restart(InstanceSpec instance) throws Exception {
		kill(instance);
		this.ensemble.restartServer(instance);
	}

	private void kill(InstanceSpec instance) throws Exception {
		assertThat(this.ensemble.killServer(instance)).isTrue();
	}

	private InstanceSpec leader() {
		Awaitility.await().atMost(PATIENCE).until(this::hasLeader);
		return this.ensemble.getInstances()
			.stream()
			.filter((instance) -> ZooKeeperServers.leads(instance.getPort()))
			.findFirst()
			.orElseThrow();
	}

	private boolean hasLeader() {
		return this.ensemble.getInstances().stream().anyMatch((instance) -> ZooKeeperServers.leads(instance.getPort()));
	}

}

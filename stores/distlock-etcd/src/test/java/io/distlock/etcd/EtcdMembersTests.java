// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.testserver.EtcdServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks on three members, of which one is killed or stands still.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class EtcdMembersTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(4);

	/**
	 * Longer than the members take to elect another leader, on a busy machine as well.
	 */
	private static final Duration FAILOVER = Duration.ofSeconds(15);

	private final List<TestNode> nodes = new ArrayList<>();

	private List<EtcdServer> members = List.of();

	private EtcdStore store;

	@BeforeAll
	void start() {
		this.members = EtcdServer.start(3);
		this.store = new EtcdStore(this.members.stream().map(EtcdServer::url).collect(Collectors.joining(",")));
	}

	@AfterEach
	void closeNodes() {
		this.nodes.forEach(TestNode::close);
		this.nodes.clear();
	}

	@AfterAll
	void stop() {
		if (this.store != null) {
			this.store.close();
		}
		this.members.forEach(EtcdServer::close);
	}

	private TestNode node() {
		TestNode node = new TestNode(this.store, TestNode.SETTINGS);
		this.nodes.add(node);
		return node;
	}

	private static LockRequest request() {
		return LockRequest.of("members:" + UUID.randomUUID()).leaseTime(LEASE).waitTime(PATIENCE);
	}

	@Test
	@Tag("timing")
	void locksOutliveManyLeasesWithoutTheLeader() {
		TestNode node = node();
		List<HeldLock> held = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			held.add(node.template.acquire(request().leaseTime(FAILOVER)));
		}
		EtcdServer leader = leader();
		leader.kill();
		Awaitility.await().during(FAILOVER.multipliedBy(2)).atMost(PATIENCE).until(node.losses::isEmpty);
		assertThat(held).allMatch(HeldLock::isHeld).allMatch(HeldLock::release);
		leader.restart();
	}

	@Test
	@Tag("safety")
	void locksAreNotGrantedWithoutAMajorityAndGoOnWithIt() throws Exception {
		LockRequest request = request();
		TestNode node = node();
		long before = node.template.execute(request, HeldLock::fencingToken);
		List<EtcdServer> down = this.members.subList(0, 2);
		down.forEach(EtcdServer::kill);
		CompletableFuture<HeldLock> waiting = node.engine.acquireAsync(request).toCompletableFuture();
		Awaitility.await().during(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> !waiting.isDone());
		down.forEach(EtcdServer::launch);
		HeldLock held = waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(held.fencingToken()).isGreaterThan(before);
		assertThat(held.release()).isTrue();
	}

	/**
	 * What a holder trusts in is over before another owner is granted the lock, also
	 * where the leader of before goes on after a while and knows nothing of what
	 * happened. A leader of 3.4.30 or older may then end leases that were renewed.
	 */
	@Test
	@Tag("safety")
	void leaderThatStandsStillEndsNoLockThatIsTrusted() throws Exception {
		boolean exact = !this.members.get(0).version().matches("3\\.4\\.([12]?\\d|30)");
		LockRequest request = request();
		TestNode node = node();
		HeldLock held = node.template.acquire(request);
		EtcdServer leader = leader();
		leader.freeze();
		try {
			Awaitility.await().during(LEASE.multipliedBy(3)).atMost(PATIENCE).until(() -> true);
		}
		finally {
			leader.thaw();
		}
		CompletableFuture<HeldLock> other = node().engine.acquireAsync(request).toCompletableFuture();
		Awaitility.await()
			.during(Duration.ofSeconds(5))
			.atMost(PATIENCE)
			.until(() -> !(exact && held.isHeld() && other.isDone()));
		held.release();
		assertThat(other.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).fencingToken()).isGreaterThan(held.fencingToken());
	}

	private EtcdServer leader() {
		return this.members.stream().filter(EtcdServer::leads).findFirst().orElseThrow();
	}

}

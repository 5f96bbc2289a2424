// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.contract.TestNode;
import io.distlock.testserver.ConsulServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks on three servers, of which the one that leads is killed or stands still. The
 * agent that the nodes ask is one that does not lead.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class ConsulMembersTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(4);

	/**
	 * Longer than the members take to elect another leader, on a busy machine as well.
	 */
	private static final Duration FAILOVER = Duration.ofSeconds(15);

	private final List<TestNode> nodes = new ArrayList<>();

	private List<ConsulServer> members = List.of();

	private ConsulStore store;

	private ConsulServer agent;

	@BeforeAll
	void start() {
		this.members = ConsulServer.start(3);
	}

	@AfterEach
	void closeNodes() {
		this.nodes.forEach(TestNode::close);
		this.nodes.clear();
	}

	@AfterAll
	void stop() {
		this.members.forEach(ConsulServer::close);
	}

	/**
	 * Ask a server that does not lead, as an agent of a client's machine does.
	 */
	@BeforeEach
	void chooseAgent() {
		Awaitility.await().atMost(PATIENCE).until(() -> this.members.stream().anyMatch(ConsulServer::leads));
		this.agent = this.members.stream().filter((member) -> !member.leads()).findFirst().orElseThrow();
		this.store = new ConsulStore(this.agent.url());
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
		ConsulServer leader = leader();
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
		List<ConsulServer> down = this.members.stream().filter((member) -> member != this.agent).toList();
		down.forEach(ConsulServer::kill);
		CompletableFuture<HeldLock> waiting = node.engine.acquireAsync(request).toCompletableFuture();
		Awaitility.await().during(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> !waiting.isDone());
		down.forEach(ConsulServer::launch);
		HeldLock held = waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(held.fencingToken()).isGreaterThan(before);
		assertThat(held.release()).isTrue();
	}

	/**
	 * What a holder trusts in is over before another owner is granted the lock, also
	 * where the leader of before goes on after a while and knows nothing of what
	 * happened.
	 */
	@Test
	@Tag("safety")
	void leaderThatStandsStillEndsNoLockThatIsTrusted() throws Exception {
		LockRequest request = request();
		TestNode node = node();
		HeldLock held = node.template.acquire(request);
		ConsulServer leader = leader();
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
			.until(() -> !(held.isHeld() && other.isDone()));
		held.release();
		assertThat(other.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).fencingToken()).isGreaterThan(held.fencingToken());
	}

	private ConsulServer leader() {
		return this.members.stream().filter(ConsulServer::leads).findFirst().orElseThrow();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import io.distlock.testserver.relay.FaultyRelay;
import io.distlock.testserver.zookeeper.ZooKeeperRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.zookeeper.ZooKeeper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Locks and the session that they depend on: expired, suspended, shorter than the lease.
 */
@Tag("timing")
@Tag("proof")
class SessionTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration SESSION = Duration.ofSeconds(6);

	private static final Duration TRUST = SESSION.multipliedBy(2).dividedBy(5);

	private final String server = ZooKeeperServers.shared().getConnectString();

	private final ZooKeeperRelay relay = new ZooKeeperRelay(ZooKeeperServers.shared().getPort());

	private final ZooKeeperStore store = new ZooKeeperStore(this.server, PATIENCE);

	private final List<ZooKeeperTestNode> nodes = new ArrayList<>();

	private final String key = "session:" + UUID.randomUUID();

	private final LockRequest request = LockRequest.of(this.key).waitTime(PATIENCE);

	@AfterEach
	void close() throws IOException {
		this.relay.heal();
		this.nodes.forEach(ZooKeeperTestNode::close);
		this.store.close();
		this.relay.close();
	}

	private ZooKeeperTestNode node() {
		return node(this.server);
	}

	private ZooKeeperTestNode node(String connectString) {
		return node(connectString, SESSION);
	}

	private ZooKeeperTestNode node(String connectString, Duration session) {
		ZooKeeperTestNode node = new ZooKeeperTestNode(connectString, session);
		this.nodes.add(node);
		return node;
	}

	private LockKey lockKey() {
		return ZooKeeperTestNode.key(this.key);
	}

	@Test
	void sessionThatExpiresIsToldAtOnceAndItsReleaseHarmsNobody() throws Exception {
		ZooKeeperTestNode node = node();
		HeldLock held = node.template.acquire(this.request);
		HeldLock fixed = node.template
			.acquire(LockRequest.of("fixed " + this.key).leaseTime(Duration.ofSeconds(2)).autoRenew(false));
		List<LockLostException> told = new CopyOnWriteArrayList<>();
		held.onLost(told::add);
		long expired = System.nanoTime();
		node.zooKeeper().getTestable().injectSessionExpiration();
		Awaitility.await().atMost(PATIENCE).until(() -> told.size() == 1 && node.losses.size() == 2);
		assertThat(Duration.ofNanos(System.nanoTime() - expired)).isLessThan(SESSION.dividedBy(6));
		assertThat(held.isHeld()).isFalse();
		assertThat(fixed.isHeld()).isFalse();
		HeldLock next = CompletableFuture.supplyAsync(() -> node.template.acquire(this.request))
			.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
		assertThat(held.release()).isFalse();
		assertThat(next.isHeld()).isTrue();
		assertThat(this.store.line(lockKey())).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void releaseThatHearsOfTheEndOfTheSessionTellsOfTheLoss(boolean handsOver) throws Exception {
		try (FaultyRelay network = new FaultyRelay(ZooKeeperServers.shared().getPort())) {
			ZooKeeperTestNode node = node("127.0.0.1:" + network.port(), Duration.ofSeconds(20));
			HeldLock held = node.engine.acquireAsync(this.request).toCompletableFuture().get();
			if (handsOver) {
				node.engine.acquireAsync(this.request);
			}
			network.holdRequests();
			network.reset();
			Awaitility.await().atMost(PATIENCE).until(() -> network.connections() == 1);
			CompletableFuture<Boolean> released = new CompletableFuture<>();
			Thread releasing = new Thread(() -> released.complete(held.release()));
			releasing.start();
			Awaitility.await().atMost(PATIENCE).until(() -> releasing.getState() == Thread.State.TIMED_WAITING);
			endSession(node.zooKeeper());
			network.heal();
			assertThat(released.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isFalse();
			Awaitility.await().atMost(PATIENCE).until(() -> node.losses.size() == 1);
		}
	}

	/**
	 * A client that knows a session may take it over, and close it.
	 */
	private void endSession(ZooKeeper session) throws Exception {
		try (ZooKeeper thief = new ZooKeeper(this.server, 20_000, (event) -> {
		}, session.getSessionId(), session.getSessionPasswd())) {
			thief.exists("/", false);
		}
	}

	@Test
	void lockThatIsGrantedLateIsTrustedForAsLongAsAnyOther() throws Exception {
		ZooKeeperTestNode node = node(this.relay.connectString(), Duration.ofSeconds(20));
		node.template.executeWithoutResult("first", HeldLock::assertHeld);
		int before = this.relay.requests(ZooKeeperRelay.CREATE);
		this.relay.delayAnswers(Duration.ofSeconds(5));
		CompletableFuture<HeldLock> late = node.engine.acquireAsync(this.request).toCompletableFuture();
		Awaitility.await().atMost(PATIENCE).until(() -> this.relay.requests(ZooKeeperRelay.CREATE) > before);
		this.relay.delayAnswers(Duration.ZERO);
		HeldLock held = late.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		assertThat(held.remainingLease()).isGreaterThan(Duration.ofSeconds(4));
		held.release();
	}

	@Test
	void clientThatIsClosedLosesItsLocksAtOnce() {
		ZooKeeperTestNode node = node();
		HeldLock held = node.template.acquire(this.request);
		node.client.close();
		Awaitility.await().atMost(SESSION.dividedBy(3)).until(() -> node.losses.size() == 1);
		assertThat(held.isHeld()).isFalse();
		assertThat(this.store.line(lockKey())).isEmpty();
	}

	@Test
	void lockThatOutlivesEngineAndProviderIsLostWhenTheClientIsClosed() {
		ZooKeeperTestNode node = node();
		HeldLock lock = node.template.acquire(this.request);
		node.engine.close();
		node.provider.close();
		assertThat(lock.isHeld()).isTrue();
		node.client.close();
		assertThat(lock.isHeld()).isFalse();
		ZooKeeperTestNode other = node();
		assertThat(other.template.tryAcquire(this.request)).isPresent();
	}

	@Test
	void lockOutlivesInterruptionsShorterThanTheTrust() throws Exception {
		ZooKeeperTestNode node = node(this.relay.connectString(), Duration.ofSeconds(18));
		HeldLock held = node.template.acquire(this.request);
		List<String> line = this.store.line(lockKey());
		for (int i = 0; i < 2; i++) {
			this.relay.cut();
			Awaitility.await().atMost(PATIENCE).until(() -> !node.zooKeeper().getState().isConnected());
			Duration left = held.remainingLease();
			this.relay.heal();
			Awaitility.await().atMost(PATIENCE).until(() -> held.remainingLease().compareTo(left) > 0);
		}
		assertThat(held.isHeld()).isTrue();
		assertThat(node.losses).isEmpty();
		assertThat(this.store.line(lockKey())).isEqualTo(line);
		assertThat(held.release()).isTrue();
	}

	@Test
	void lockIsNotTrustedWhenTheConnectionIsGoneForLongerAndOthersWaitUntilThen() throws Exception {
		ZooKeeperTestNode node = node(this.relay.connectString());
		HeldLock held = node.template.acquire(this.request);
		CompletableFuture<HeldLock> next = node().engine.acquireAsync(this.request).toCompletableFuture();
		Awaitility.await().atMost(PATIENCE).until(() -> this.store.line(lockKey()).size() == 2);
		assertThat(held.remainingLease()).isLessThanOrEqualTo(TRUST);
		long cut = System.nanoTime();
		this.relay.cut();
		next.thenAccept((lock) -> assertThat(held.isHeld()).isFalse());
		Awaitility.await().atMost(PATIENCE).until(() -> node.losses.size() == 1);
		assertThat(next).isNotDone();
		assertThat(Duration.ofNanos(System.nanoTime() - cut)).isLessThan(SESSION);
		assertThat(next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).fencingToken()).isGreaterThan(held.fencingToken());
		this.relay.heal();
		assertThat(held.release()).isFalse();
		Awaitility.await().atMost(PATIENCE).until(() -> node.zooKeeper().getState().isConnected());
		assertThat(next.get().isHeld()).isTrue();
		assertThat(this.store.line(lockKey())).hasSize(1);
	}

	@Test
	void fixedLeaseLongerThanTheSessionAllowsIsHeldToItsEndAndNoLonger() {
		ZooKeeperTestNode node = node();
		Duration lease = SESSION.plusSeconds(2);
		long start = System.nanoTime();
		HeldLock held = node.template.acquire(this.request.leaseTime(lease).autoRenew(false));
		CompletableFuture<HeldLock> next = node().engine.acquireAsync(this.request).toCompletableFuture();
		Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(PATIENCE).until(() -> !held.isHeld());
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(lease.multipliedBy(9).dividedBy(10),
				lease.plusSeconds(1));
		assertThat(next).succeedsWithin(PATIENCE);
		Awaitility.await().atMost(PATIENCE).until(() -> !node.losses.isEmpty());
		assertThat(node.losses).singleElement()
			.satisfies(
					(loss) -> assertThat(loss.reason()).hasMessageContaining("lease of 8s expired and renewal is off"));
	}

	@Test
	void handOverWithinTheJvmNeedsNoRoundTripWhereTheSessionIsShorterThanTheLease() throws Exception {
		ZooKeeperTestNode node = new ZooKeeperTestNode(ZooKeeperTestNode.client(this.relay.connectString(), SESSION),
				PATIENCE);
		this.nodes.add(node);
		HeldLock first = node.template.acquire(this.request);
		List<CompletableFuture<HeldLock>> others = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			others.add(node.engine.acquireAsync(this.request).toCompletableFuture());
		}
		int before = this.relay.requests(ZooKeeperRelay.CREATE);
		first.release();
		long last = first.fencingToken();
		for (CompletableFuture<HeldLock> other : others) {
			HeldLock held = other.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(held.fencingToken()).isEqualTo(++last);
			held.release();
		}
		assertThat(this.relay.requests(ZooKeeperRelay.CREATE)).isEqualTo(before);
	}

}

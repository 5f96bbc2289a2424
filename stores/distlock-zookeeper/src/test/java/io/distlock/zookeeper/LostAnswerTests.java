// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.distlock.contract.Renewed;
import io.distlock.contract.Renewed.Outcome;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.YieldResult;
import io.distlock.testserver.zookeeper.ZooKeeperRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is told of leases when answers are late, or do not come.
 */
@Tag("timing")
class LostAnswerTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(15);

	private final ZooKeeperRelay relay = new ZooKeeperRelay(ZooKeeperServers.shared().getPort());

	private final ZooKeeperTestNode node = new ZooKeeperTestNode(this.relay.connectString(), Duration.ofSeconds(40));

	private final String run = UUID.randomUUID().toString();

	@AfterEach
	void close() throws IOException {
		this.relay.heal();
		this.relay.delayAnswers(Duration.ZERO);
		this.node.close();
		this.relay.close();
	}

	@Test
	void releaseWhoseAnswerWasLostIsAnsweredTheNextTime() {
		Lease lease = hold("released");
		this.relay.loseAnswerTo(ZooKeeperRelay.DELETE);
		assertThatExceptionOfType(LockStoreException.class)
			.isThrownBy(() -> this.node.provider.release(lease.key(), lease.owner()))
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.UNKNOWN));
		awaitConnection();
		assertThat(this.node.provider.release(lease.key(), lease.owner())).isTrue();
		assertThat(this.node.provider.release(lease.key(), lease.owner())).isTrue();
	}

	@Test
	void yieldWhoseAnswerWasLostIsAnsweredTheNextTime() {
		Lease lease = hold("yielded");
		LockClaim claim = claim("yielded");
		try (ZooKeeperTestNode other = new ZooKeeperTestNode(ZooKeeperServers.shared().getConnectString(), PATIENCE);
				Contender waiter = other.provider.contend(claim, () -> {
				})) {
			assertThat(waiter.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			this.relay.loseAnswerTo(ZooKeeperRelay.DELETE);
			assertThatExceptionOfType(LockStoreException.class)
				.isThrownBy(() -> this.node.provider.yieldOrRenew(lease, lease.firstToken(), claim));
			awaitConnection();
			assertThat(this.node.provider.yieldOrRenew(lease, lease.firstToken(), claim))
				.isInstanceOf(YieldResult.Yielded.class);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void releaseThatEndsWithItsSessionIsNone(boolean answerLost) throws Exception {
		Lease lease = hold("expired");
		if (answerLost) {
			this.relay.loseAnswerTo(ZooKeeperRelay.DELETE);
			assertThatExceptionOfType(LockStoreException.class)
				.isThrownBy(() -> this.node.provider.release(lease.key(), lease.owner()));
		}
		this.node.zooKeeper().getTestable().injectSessionExpiration();
		hold("on the next session");
		assertThat(this.node.provider.release(lease.key(), lease.owner())).isFalse();
	}

	@Test
	void outcomeThatIsKnownDoesNotWaitForAnswers() {
		Lease lease = hold("slow");
		Lease neverOurs = Lease.of(ZooKeeperTestNode.key("never" + this.run), owner(), LEASE, 1, 1);
		this.relay.delayAnswers(Duration.ofMillis(500));
		Renewed renewed = Renewed.start(this.node.provider, List.of(lease, neverOurs));
		assertThat(renewed.outcome(neverOurs)).isEqualTo(Outcome.LOST);
		assertThat(renewed.outcome(lease)).isEqualTo(Outcome.UNTOLD);
		Awaitility.await().atMost(PATIENCE).until(() -> renewed.outcome(lease) == Outcome.KEPT);
	}

	/**
	 * The first attempt at a key needs several answers one after the other.
	 */
	@Test
	void attemptThatNeedsSeveralAnswersTakesNoLongerThanOneThatGetsNone() {
		Duration late = Duration.ofMillis(1500);
		hold("connected");
		this.relay.delayAnswers(late);
		try (Contender contender = this.node.provider.contend(claim("late"), () -> {
		})) {
			long start = System.nanoTime();
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> contender.attempt(owner()))
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(LockStoreException.Outcome.TRANSIENT));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Deadline.MAX_RESPONSE_TIME.plus(late));
		}
	}

	@Test
	void leaseIsNotKnownToBeKeptWhereNoAnswerComes() {
		Lease lease = hold("silent");
		this.relay.delayAnswers(Deadline.MAX_RESPONSE_TIME.plusSeconds(2));
		assertThat(Renewed.of(this.node.provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.UNKNOWN);
		this.relay.delayAnswers(Duration.ZERO);
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> Renewed.of(this.node.provider, List.of(lease)).outcome(lease) == Outcome.KEPT);
	}

	@Test
	void leaseIsUnknownWithoutAConnectionAndLostWithItsSession() throws Exception {
		Lease lease = hold("cut");
		this.relay.cut();
		assertThat(Renewed.of(this.node.provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.UNKNOWN);
		Awaitility.await().atMost(PATIENCE).until(() -> !this.node.zooKeeper().getState().isConnected());
		assertThat(Renewed.of(this.node.provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.UNKNOWN);
		this.relay.heal();
		awaitConnection();
		assertThat(Renewed.of(this.node.provider, List.of(lease)).outcome(lease)).isEqualTo(Outcome.KEPT);
		this.node.zooKeeper().getTestable().injectSessionExpiration();
		Lease next = hold("after the session");
		Renewed renewed = Renewed.of(this.node.provider, List.of(next, lease));
		assertThat(renewed.outcome(lease)).isEqualTo(Outcome.LOST);
		assertThat(renewed.outcome(next)).isEqualTo(Outcome.KEPT);
	}

	/**
	 * What was not answered would never be asked for again, and the session of the client
	 * may go on for long.
	 */
	@Test
	void closedProviderWaitsForTheAnswersToRemovals() {
		Duration late = Duration.ofSeconds(1);
		hold("waited-for");
		try (Contender contender = this.node.provider.contend(claim("waited-for"), () -> {
		})) {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			this.relay.delayAnswers(late);
		}
		long start = System.nanoTime();
		this.node.provider.close();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(late.dividedBy(2));
	}

	private Lease hold(String key) {
		try (Contender contender = this.node.provider.contend(claim(key), () -> {
		})) {
			Attempt attempt = contender.attempt(owner());
			assertThat(attempt).isInstanceOf(Attempt.Granted.class);
			return ((Attempt.Granted) attempt).lease();
		}
	}

	private LockClaim claim(String key) {
		return LockClaim.of(ZooKeeperTestNode.key(key + this.run), LEASE, 33, "test");
	}

	private static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

	private void awaitConnection() {
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.zooKeeper().getState().isConnected());
	}

}

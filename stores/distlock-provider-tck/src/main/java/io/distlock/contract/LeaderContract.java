// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.distlock.leader.Leader;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderListener;
import io.distlock.leader.LeaderSettings;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.RevocationReason;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leaders: one at a time, notified of the beginning and of the end of each term, and
 * never absent for long while there is a candidate.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class LeaderContract extends LockContract {

	/**
	 * So long that no test waits for its end.
	 */
	private static final Duration ENDLESS = Duration.ofMinutes(10);

	private final List<Candidate> candidates = new ArrayList<>();

	@AfterEach
	void closeCandidates() {
		this.candidates.forEach((candidate) -> candidate.node.provider.beforeRelease(() -> {
		}));
		this.candidates.forEach((candidate) -> candidate.election.close());
	}

	private Candidate candidate(String role, Duration lease) {
		return candidate(role, lease, Duration.ofMillis(500));
	}

	private Candidate candidate(String role, Duration lease, Duration stepDownPause) {
		Candidate candidate = new Candidate(node(), key(role), lease, stepDownPause);
		this.candidates.add(candidate);
		return candidate;
	}

	@BeforeEach
	void skipWithoutFencingTokens() {
		assumeFencingTokens();
	}

	/**
	 * In Spring Cloud Kubernetes #405 the notified node did not lead yet.
	 */
	@Test
	void nodeLeadsBeforeItIsToldSo() {
		Candidate candidate = candidate("told", ENDLESS);
		List<Boolean> seen = new CopyOnWriteArrayList<>();
		candidate.election.addListener(new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				seen.add(candidate.election.isLeader());
			}

		});
		candidate.election.start();
		Awaitility.await().atMost(PATIENCE).until(() -> !seen.isEmpty());
		assertThat(seen).containsExactly(true);
	}

	@Test
	void nextNodeLeadsAtOnceWhenTheLeaderStops() {
		Candidate first = candidate("stops", ENDLESS).stand();
		Candidate second = candidate("stops", ENDLESS);
		second.election.start();
		long term = first.election.term().orElseThrow();
		first.election.close();
		second.awaitLeader();
		assertThat(second.election.term().orElseThrow()).isGreaterThan(term);
		assertThat(first.events()).containsExactly("granted", "revoked CLOSED");
	}

	/**
	 * The end of a term comes by the local clock. What is only watched for may not come:
	 * Spring Cloud Kubernetes #1955 had two leaders.
	 */
	@Test
	void revokedIsToldAtTheEndOfTheLeaseWhenTheStoreIsSilent() {
		Candidate candidate = candidate("silent", SHORT).stand();
		AtomicBoolean silent = new AtomicBoolean(true);
		Runnable outage = () -> {
			if (silent.get()) {
				throw new LockStoreException("Connection refused", Outcome.TRANSIENT, null);
			}
		};
		candidate.node.provider.beforeAttempt(outage);
		candidate.node.provider.beforeRelease(outage);
		candidate.node.provider.beforeRenewal(outage);
		candidate.awaitEvents("granted", "revoked LOST");
		assertThat(candidate.election.isLeader()).isFalse();
		silent.set(false);
		Awaitility.await().atMost(PATIENCE).until(() -> candidate.events().size() > 2);
		assertThat(candidate.events()).startsWith("granted", "revoked LOST", "granted");
	}

	/**
	 * In Spring Integration #2421 a release that failed kept the end of the term from
	 * being reported.
	 */
	@Test
	void revokedIsToldOnceWhenTheReleaseFails() {
		Candidate first = candidate("release-fails", LASTING, PATIENCE.multipliedBy(2)).stand();
		Candidate second = candidate("release-fails", LASTING);
		second.election.start();
		AtomicInteger releases = new AtomicInteger();
		first.node.provider.beforeRelease(() -> {
			releases.incrementAndGet();
			throw new LockStoreException("Connection reset", Outcome.PERMANENT, null);
		});
		assertThat(first.election.stepDown()).isTrue();
		second.awaitLeader();
		assertThat(releases.get()).isPositive();
		first.election.close();
		assertThat(first.events()).containsExactly("granted", "revoked STEPPED_DOWN");
	}

	@Test
	void candidacyGoesOnWhateverTheStoreFailsWith() {
		Candidate candidate = candidate("fails", ENDLESS);
		AtomicInteger attempts = new AtomicInteger();
		candidate.node.provider.beforeAttempt(() -> {
			switch (attempts.getAndIncrement()) {
				case 0 -> throw new LockStoreException("Table missing", Outcome.PERMANENT, null);
				case 1 -> throw new LockStoreException("Deadlock", Outcome.TRANSIENT, null);
				case 2 -> throw new IllegalStateException("Closed");
				case 3 -> throw new NoClassDefFoundError("Driver");
				default -> {
				}
			}
		});
		candidate.stand();
		assertThat(attempts.get()).isGreaterThan(4);
	}

	@Test
	void candidacyGoesOnAfterTheRoleWasTakenAway() {
		Candidate candidate = candidate("taken", SHORT).stand();
		store().delete(TestNode.key(LeaderElection.KEY_PREFIX + candidate.role));
		Awaitility.await().atMost(PATIENCE).until(() -> candidate.events().size() >= 3);
		assertThat(candidate.events()).startsWith("granted", "revoked LOST", "granted");
	}

	/**
	 * In fabric8's Kubernetes client #7160 a node with a shorter lease of its own took
	 * the role while it was led.
	 */
	@Test
	void storedLeaseDecidesAndNotThatOfTheNodeThatLooks() {
		String role = key("stored");
		LockProvider crashed = openProvider();
		crashedHolder(crashed, LeaderElection.KEY_PREFIX + role, LASTING);
		long taken = System.nanoTime();
		Candidate impatient = new Candidate(node(), role, Duration.ofMillis(100), Duration.ZERO);
		this.candidates.add(impatient);
		impatient.election.start();
		AtomicInteger looks = impatient.node.provider.attempts;
		Awaitility.await().atMost(PATIENCE).until(() -> looks.get() >= 1);
		impatient.awaitTerm();
		Duration waited = Duration.ofNanos(System.nanoTime() - taken);
		assertThat(waited).as("a lease of %s that a node with leases of 100 ms respects", LASTING)
			.isGreaterThan(LASTING.minusMillis(500));
	}

	@Test
	void anotherNodeLeadsAfterAStepDown() {
		Candidate first = candidate("steps-down", ENDLESS).stand();
		Candidate second = candidate("steps-down", ENDLESS);
		second.election.start();
		long term = first.election.term().orElseThrow();
		assertThat(first.election.stepDown()).isTrue();
		assertThat(first.election.isLeader()).isFalse();
		second.awaitLeader();
		assertThat(second.election.term().orElseThrow()).isGreaterThan(term);
		assertThat(first.events()).containsExactly("granted", "revoked STEPPED_DOWN");
		second.election.close();
		first.awaitLeader();
	}

	@Test
	void neverTwoLeadAtOnceWhileTheRoleGoesRound() {
		Set<String> leading = ConcurrentHashMap.newKeySet();
		AtomicInteger most = new AtomicInteger();
		List<Candidate> nodes = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			String name = "node-" + i;
			Candidate candidate = candidate("goes-round", ENDLESS);
			candidate.election.addListener(new LeaderListener() {

				@Override
				public void granted(LeaderTerm term) {
					leading.add(name);
					most.accumulateAndGet(leading.size(), Math::max);
				}

				@Override
				public void revoked(LeaderTerm term, RevocationReason reason) {
					leading.remove(name);
				}

			});
			nodes.add(candidate);
		}
		nodes.forEach((candidate) -> candidate.election.start());
		long last = 0;
		for (int i = 0; i < 20 * SCALE; i++) {
			Awaitility.await().atMost(PATIENCE).until(() -> leading.size() == 1);
			Candidate leader = nodes.stream().filter((node) -> node.election.isLeader()).findFirst().orElseThrow();
			long term = leader.election.term().orElseThrow();
			assertThat(term).isGreaterThan(last);
			last = term;
			assertThat(leader.election.stepDown()).isTrue();
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> nodes.stream().anyMatch((node) -> node.election.isLeader()));
		}
		assertThat(most).hasValue(1);
	}

	@Test
	void leaderIsFoundByNodesThatDoNotLead() {
		Candidate first = candidate("found", ENDLESS).stand();
		LockProvider other = openProvider();
		Assumptions.assumeTrue(other instanceof LockCatalog, "The provider is no LockCatalog");
		Function<String, Optional<Leader>> lookup = Leader.lookup(other, TestNode.PREFIX);
		assertThat(lookup.apply(first.role)).hasValueSatisfying((leader) -> {
			assertThat(leader.node()).isEqualTo("test-node");
			assertThat(leader.term()).isNull();
			assertThat(leader.remaining()).isPositive();
		});
		first.election.close();
		assertThat(lookup.apply(first.role)).isEmpty();
	}

	/**
	 * A node that stands for a role, and its notifications.
	 */
	private static final class Candidate implements LeaderListener {

		private final TestNode node;

		private final String role;

		private final LeaderElection election;

		private final List<String> events = new CopyOnWriteArrayList<>();

		Candidate(TestNode node, String role, Duration lease, Duration stepDownPause) {
			this.node = node;
			this.role = role;
			this.election = new LeaderElection(role, node.engine,
					LeaderSettings.defaults()
						.withLeaseTime(lease)
						.withStepDownPause(stepDownPause)
						.withMaxBackOff(Duration.ofMillis(500))
						.withListenerTimeout(Duration.ofSeconds(5)),
					"test-node", (unknown) -> Optional.empty());
			this.election.addListener(this);
		}

		@Override
		public void granted(LeaderTerm term) {
			this.events.add("granted");
		}

		@Override
		public void revoked(LeaderTerm term, RevocationReason reason) {
			this.events.add("revoked " + reason);
		}

		List<String> events() {
			return this.events;
		}

		Candidate stand() {
			this.election.start();
			awaitEvents("granted");
			return this;
		}

		void awaitLeader() {
			Awaitility.await().atMost(PATIENCE).until(this.election::isLeader);
		}

		/**
		 * A lease that is very short may be over before anyone looks.
		 */
		void awaitTerm() {
			Awaitility.await().atMost(PATIENCE).until(() -> this.election.terms() > 0);
		}

		void awaitEvents(String... expected) {
			Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(this.events).containsExactly(expected));
		}

	}

}

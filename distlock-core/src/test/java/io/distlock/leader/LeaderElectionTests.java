// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.distlock.DelegatingHeldLock;
import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Elections on one node, by the local store.
 */
@Timeout(60)
class LeaderElectionTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final LeaderSettings SETTINGS = LeaderSettings.defaults()
		.withLeaseTime(Duration.ofSeconds(30))
		.withStepDownPause(Duration.ofMillis(300))
		.withMaxBackOff(Duration.ofMillis(200))
		.withListenerTimeout(Duration.ofSeconds(10));

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			LeaseSettings.of("test", "node-1").withHandOff(100, Duration.ofMillis(100)), (event) -> {
			});

	private final List<LeaderElection> elections = new CopyOnWriteArrayList<>();

	private final List<String> events = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.elections.forEach(LeaderElection::close);
		this.engine.close();
	}

	private LeaderElection election(String role) {
		return election(role, this.engine, SETTINGS);
	}

	private LeaderElection election(String role, LockEngine engine, LeaderSettings settings) {
		LeaderElection election = new LeaderElection(role, engine, settings, "node-1", (unknown) -> Optional.empty());
		this.elections.add(election);
		return election;
	}

	private LeaderListener recorder(String name) {
		return new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				LeaderElectionTests.this.events.add(name + " granted");
			}

			@Override
			public void revoked(LeaderTerm term, RevocationReason reason) {
				LeaderElectionTests.this.events.add(name + " revoked " + reason);
			}

		};
	}

	private static void awaitLeader(LeaderElection election) {
		Awaitility.await().atMost(PATIENCE).until(election::isLeader);
	}

	private void awaitEvents(String... expected) {
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(this.events).containsExactly(expected));
	}

	@Test
	void callbacksOfCallsDoNotPileUpInATerm() throws ReflectiveOperationException {
		LeaderElection election = election("reports");
		election.start();
		awaitLeader(election);
		LeaderTerm leading = election.current().orElseThrow();
		for (int i = 0; i < 100; i++) {
			leading.execute((lock) -> {
				lock.onLost((loss) -> {
				});
				return null;
			});
		}
		HeldLock left = election.current().orElseThrow().lock();
		left.onLost((loss) -> {
		});
		Field hold = LeaderTerm.class.getDeclaredField("hold");
		hold.setAccessible(true);
		Field users = DelegatingHeldLock.class.getDeclaredField("users");
		users.setAccessible(true);
		Object term = hold.get(election.current().orElseThrow());
		assertThat((Map<?, ?>) users.get(term)).hasSize(1);
		left.close();
		assertThat((Map<?, ?>) users.get(term)).isEmpty();
	}

	@Test
	void standsOnlyWhenStarted() {
		LeaderElection election = election("reports");
		assertThat(election.isStanding()).isFalse();
		assertThat(election.isLeader()).isFalse();
		assertThat(election.term()).isEmpty();
		election.start();
		awaitLeader(election);
		assertThat(election.isStanding()).isTrue();
		assertThat(election.leader()).hasValueSatisfying((leader) -> {
			assertThat(leader.node()).isEqualTo("node-1");
			assertThat(leader.term()).isEqualTo(election.term().orElseThrow());
		});
	}

	/**
	 * Spring Cloud Kubernetes #405 had both the other way round.
	 */
	@Test
	void isLeaderBeforeListenersAreToldAndNoMoreBeforeTheyAreToldOfTheEnd() {
		LeaderElection election = election("reports");
		List<Boolean> seen = new CopyOnWriteArrayList<>();
		election.addListener(new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				seen.add(election.isLeader());
			}

			@Override
			public void revoked(LeaderTerm term, RevocationReason reason) {
				seen.add(election.isLeader());
			}

		});
		election.start();
		Awaitility.await().atMost(PATIENCE).until(() -> seen.size() == 1);
		election.close();
		assertThat(seen).containsExactly(true, false);
	}

	@Test
	void listenersAreToldBeforeTheRoleIsReleased() {
		LeaderElection election = election("reports");
		LockRequest role = LockRequest.of(LeaderElection.KEY_PREFIX + "reports").waitTime(Duration.ZERO);
		AtomicReference<Optional<HeldLock>> stolen = new AtomicReference<>();
		election.addListener(new LeaderListener() {

			@Override
			public void revoked(LeaderTerm term, RevocationReason reason) {
				stolen.set(LeaderElectionTests.this.engine.acquire(role));
			}

		});
		election.start();
		awaitLeader(election);
		election.close();
		assertThat(stolen.get()).isEmpty();
		this.engine.acquire(role).orElseThrow().close();
	}

	@Test
	void lockOfARoleCannotBeTakenByItsKey() {
		LockOperations locks = new LockTemplate(this.engine);
		String key = LeaderElection.KEY_PREFIX + "reports";
		LockRequest request = LockRequest.ofAll(List.of("a", key));
		String refusal = "Lock key 'distlock.leader:reports' must not begin with 'distlock.', which begins the keys of the library's own locks, such as those of leaders, jobs and migrations. Put a prefix of your own before it";
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> locks.tryAcquire(key))
			.withMessage(refusal);
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> locks.acquire(request))
			.withMessage(refusal);
		assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> locks.executeWithoutResult(key, (lock) -> {
			}))
			.withMessage(refusal);
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> locks.acquireAsync(request))
			.withMessage(refusal);
		assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> locks.executeAsync(request, (lock) -> CompletableFuture.completedFuture(1)))
			.withMessage(refusal);
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> locks.asLock(key).tryLock())
			.withMessage(refusal);
		assertThat(locks.tryAcquire("distlock").orElseThrow().release()).isTrue();
	}

	@Test
	void anotherOneLeadsAfterAStepDownAndTheFirstStandsAgain() {
		LeaderElection first = election("reports");
		first.start();
		awaitLeader(first);
		long term = first.term().orElseThrow();
		LeaderElection second = election("reports");
		second.start();
		assertThat(second.stepDown()).isFalse();
		assertThat(first.stepDown()).isTrue();
		assertThat(first.isLeader()).isFalse();
		assertThat(first.stepDown()).isFalse();
		awaitLeader(second);
		assertThat(second.term().orElseThrow()).isGreaterThan(term);
		second.close();
		awaitLeader(first);
	}

	@Test
	void theOnlyOneLeadsAgainAfterAStepDown() {
		LeaderElection election = election("reports");
		election.addListener(recorder("a"));
		election.start();
		awaitLeader(election);
		assertThat(election.stepDown()).isTrue();
		awaitLeader(election);
		awaitEvents("a granted", "a revoked STEPPED_DOWN", "a granted");
		assertThat(election.terms()).isEqualTo(2);
	}

	@Test
	void aListenerThatFailsLetsAnotherOneLeadAndIsToldOfTheEnd() {
		LeaderElection election = election("reports");
		AtomicInteger calls = new AtomicInteger();
		election.addListener(recorder("a"));
		election.addListener(new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				if (calls.incrementAndGet() == 1) {
					throw new AssertionError("expected");
				}
			}

		});
		election.addListener(recorder("c"));
		election.start();
		awaitEvents("a granted", "a revoked LISTENER_FAILED", "a granted", "c granted");
		assertThat(calls).hasValue(2);
	}

	@Test
	void aListenerThatFailsAtTheEndKeepsNoOtherFromBeingTold() {
		LeaderElection election = election("reports");
		election.addListener(new LeaderListener() {

			@Override
			public void revoked(LeaderTerm term, RevocationReason reason) {
				throw new IllegalStateException("expected");
			}

		});
		election.addListener(recorder("b"));
		election.start();
		awaitEvents("b granted");
		election.close();
		awaitEvents("b granted", "b revoked CLOSED");
	}

	@Test
	void aListenerThatHangsDoesNotKeepOtherCandidatesFromLeading() {
		CountDownLatch release = new CountDownLatch(1);
		LeaderSettings impatient = LeaderSettings.defaults()
			.withLeaseTime(Duration.ofSeconds(30))
			.withStepDownPause(Duration.ofMillis(100))
			.withMaxBackOff(Duration.ofMillis(100))
			.withListenerTimeout(Duration.ofMillis(200));
		LeaderElection first = election("reports", this.engine, impatient);
		first.addListener(recorder("first"));
		first.addListener(new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				await(release);
			}

		});
		first.start();
		awaitEvents("first granted");
		LeaderElection other = election("mails");
		other.start();
		awaitLeader(other);
		LeaderElection second = election("reports");
		second.start();
		assertThat(first.stepDown()).isTrue();
		awaitLeader(second);
		assertThat(this.events).containsExactly("first granted");
		second.close();
		release.countDown();
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.events).containsExactly("first granted", "first revoked STEPPED_DOWN",
					"first granted"));
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aListenerThatComesLateIsToldAndOneThatLeavesIsToldOfTheEnd() {
		LeaderElection election = election("reports");
		election.start();
		awaitLeader(election);
		LeaderListener late = recorder("late");
		election.addListener(late);
		awaitEvents("late granted");
		election.removeListener(late);
		awaitEvents("late granted", "late revoked CLOSED");
		election.close();
		awaitEvents("late granted", "late revoked CLOSED");
	}

	@Test
	void aListenerMayEndTheCandidacy() {
		LeaderElection election = election("reports");
		election.addListener(recorder("a"));
		election.addListener(new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				election.close();
			}

		});
		election.start();
		awaitEvents("a granted", "a revoked CLOSED");
		assertThat(election.isStanding()).isFalse();
	}

	@Test
	void aListenerMayEndTheCandidacyAndBeginAnother() {
		LeaderElection election = election("reports");
		AtomicInteger calls = new AtomicInteger();
		election.addListener(recorder("a"));
		election.addListener(new LeaderListener() {

			@Override
			public void granted(LeaderTerm term) {
				if (calls.incrementAndGet() == 1) {
					election.close();
					election.start();
				}
			}

		});
		election.start();
		awaitEvents("a granted", "a revoked CLOSED", "a granted");
		assertThat(election.isStanding()).isTrue();
	}

	@Test
	void standsAgainWhenStartedAfterItWasClosed() {
		LeaderElection election = election("reports");
		election.addListener(recorder("a"));
		for (int i = 0; i < 3; i++) {
			election.start();
			awaitLeader(election);
			Awaitility.await().atMost(PATIENCE).until(() -> this.events.size() % 2 == 1);
			election.close();
			assertThat(election.isLeader()).isFalse();
		}
		awaitEvents("a granted", "a revoked CLOSED", "a granted", "a revoked CLOSED", "a granted", "a revoked CLOSED");
	}

	@Test
	void closeEndsAWaitForTheRoleAndLeavesNothing() {
		LeaderElection first = election("reports");
		first.start();
		awaitLeader(first);
		LeaderElection second = election("reports");
		second.start();
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.waiting() == 1);
		second.close();
		assertThat(this.engine.waiting()).isZero();
		assertThat(first.isLeader()).isTrue();
	}

	@Test
	void asksAgainWhateverAnAttemptEndsIn() {
		List<Supplier<Throwable>> failures = List.of(() -> new IllegalStateException("expected"),
				() -> new OutOfMemoryError("expected"), () -> new InterruptedException("expected"),
				() -> new NoClassDefFoundError("expected"));
		AtomicInteger attempts = new AtomicInteger();
		LeaderElection election = election("reports", new FailingEngine(this.engine, () -> {
			int attempt = attempts.getAndIncrement();
			return (attempt < failures.size()) ? failures.get(attempt).get() : null;
		}), SETTINGS);
		election.start();
		awaitLeader(election);
		assertThat(attempts).hasValue(failures.size() + 1);
	}

	@Test
	void failuresAreOverWhileARequestWaitsForALeader() {
		LeaderElection first = election("reports");
		first.start();
		awaitLeader(first);
		AtomicInteger attempts = new AtomicInteger();
		LeaderElection second = election("reports",
				new FailingEngine(this.engine,
						() -> (attempts.getAndIncrement() < 2) ? new IllegalStateException("expected") : null),
				SETTINGS);
		second.start();
		Awaitility.await().atMost(PATIENCE).until(() -> attempts.get() == 3);
		Awaitility.await().atMost(PATIENCE).until(() -> second.failures() == 0);
		assertThat(second.isLeader()).isFalse();
		assertThat(second.isStanding()).isTrue();
	}

	@Test
	void neverReachesListenersIfTheRoleComesAfterTheEnd() {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch closed = new CountDownLatch(1);
		LeaderElection election = election("reports", new FailingEngine(this.engine, () -> {
			asked.countDown();
			awaitUninterruptibly(closed);
			return null;
		}), SETTINGS);
		election.addListener(recorder("a"));
		election.start();
		await(asked);
		election.withdraw();
		closed.countDown();
		election.close();
		assertThat(this.events).isEmpty();
		assertThat(this.engine.heldLeases()).isZero();
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		AtomicBoolean done = new AtomicBoolean();
		while (!done.get()) {
			try {
				latch.await();
				done.set(true);
			}
			catch (InterruptedException ex) {
				// The role is wanted no more, and comes all the same.
			}
		}
	}

	@Test
	void rolesHaveNames() {
		assertThatIllegalArgumentException().isThrownBy(() -> election(" "));
		assertThatIllegalArgumentException().isThrownBy(() -> election("x".repeat(101)));
	}

	@Test
	void workKnowsTheTermInWhichItRuns() {
		LeaderElection election = election("reports");
		election.start();
		awaitLeader(election);
		LeaderTerm term = election.current().orElseThrow();
		assertThat(term.<HeldLock, RuntimeException>execute((lock) -> LockContext.current().orElseThrow()))
			.returns(term.number(), HeldLock::fencingToken)
			.returns(LeaderElection.KEY_PREFIX + "reports", HeldLock::key);
		assertThat(LockContext.isEmpty()).isTrue();
		assertThat(term.isHeld()).isTrue();
	}

	@Test
	void workThatOutlastsTheTermFails() {
		LeaderElection election = election("reports");
		election.start();
		awaitLeader(election);
		LeaderTerm term = election.current().orElseThrow();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> term.execute((lock) -> election.stepDown()))
			.withMessageContaining("reports")
			.withMessageContaining("STEPPED_DOWN");
		assertThatIllegalStateException().isThrownBy(() -> term.execute((lock) -> {
			throw new IllegalStateException("work");
		})).satisfies((ex) -> assertThat(ex.getSuppressed()).singleElement().isInstanceOf(LockLostException.class));
		assertThat(LockContext.isEmpty()).isTrue();
	}

	/**
	 * An engine that fails, or is late, before it asks the real one.
	 */
	private record FailingEngine(LockEngine delegate, Supplier<Throwable> before) implements LockEngine {

		@Override
		public Optional<HeldLock> acquire(LockRequest request) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
			Throwable failure = this.before.get();
			if (failure instanceof RuntimeException ex) {
				throw ex;
			}
			if (failure instanceof Error error) {
				throw error;
			}
			if (failure instanceof InterruptedException interrupted) {
				throw interrupted;
			}
			return this.delegate.acquire(request);
		}

		@Override
		public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
			return this.delegate.acquireAsync(request);
		}

		@Override
		public Optional<HeldLock> findHeld(LockRequest request) {
			return this.delegate.findHeld(request);
		}

		@Override
		public LockNotAcquiredException notAcquired(LockRequest request) {
			return this.delegate.notAcquired(request);
		}

	}

}

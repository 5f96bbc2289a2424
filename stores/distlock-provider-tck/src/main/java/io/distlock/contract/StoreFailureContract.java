// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.provider.Attempt;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Requests that fail, or whose answer never comes.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class StoreFailureContract extends LockContract {

	@Test
	void failureOfTheStoreIsNotABusyLockAndTheBodyDoesNotRun() {
		TestNode node = node();
		String key = key("down");
		AtomicBoolean ran = new AtomicBoolean();
		node.provider.beforeAttempt(() -> {
			throw new LockStoreException("Connection refused", Outcome.TRANSIENT, null);
		});
		LockRequest request = LockRequest.of(key).waitTime(Duration.ofMillis(300));
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.executeWithoutResult(request, (lock) -> ran.set(true)))
			.withMessageContaining(key)
			.withMessageContaining(node.provider.name())
			.withMessageContaining("Connection refused");
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> node.template.tryAcquire(once(key)));
		assertThat(node.template.acquireAsync(request)).failsWithin(PATIENCE)
			.withThrowableThat()
			.withCauseInstanceOf(LockProviderException.class);
		assertThat(ran).isFalse();
		assertThat(node.engine.waiting()).isZero();
	}

	@Test
	void transientFailureIsTriedAgainWithinTheWait() {
		TestNode node = node();
		AtomicInteger failures = new AtomicInteger();
		node.provider.beforeAttempt(() -> {
			if (failures.getAndIncrement() < 3) {
				throw new LockStoreException("Deadlock", Outcome.TRANSIENT, null);
			}
		});
		assertThat(node.template.acquire(request(key("transient"))).isHeld()).isTrue();
	}

	@Test
	void failureThatCannotHealIsToldAtOnce() {
		TestNode node = node();
		node.provider.beforeAttempt(() -> {
			throw new LockStoreException("Table missing", Outcome.PERMANENT, null);
		});
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.acquire(request(key("permanent")).waitTime(Duration.ofHours(1))));
		assertThat(node.provider.attempts).hasValue(1);
	}

	@Test
	void grantWhoseAnswerWasLostIsTakenBack() {
		TestNode node = node();
		String key = key("lost-answer");
		AtomicBoolean first = new AtomicBoolean(true);
		node.provider.onAttempt((attempt) -> loseOnce(first, attempt));
		HeldLock held = node.template.acquire(request(key).leaseTime(Duration.ofMinutes(10)));
		assertThat(held.isHeld()).isTrue();
		assertThat(held.release()).isTrue();
		assertThat(node().template.tryAcquire(request(key)))
			.as("a key whose first grant never arrived, and was withdrawn by release()")
			.isPresent();
	}

	@Test
	void grantThatNobodyWaitsForAnyMoreIsTakenBack() {
		TestNode node = node();
		String key = key("lost-last-answer");
		node.provider.onAttempt((attempt) -> loseOnce(new AtomicBoolean(true), attempt));
		assertThatExceptionOfType(LockProviderException.class)
			.isThrownBy(() -> node.template.tryAcquire(once(key).leaseTime(Duration.ofMinutes(10))));
		assertThat(node().template.tryAcquire(request(key)))
			.as("a key whose grant never arrived, and was withdrawn by release()")
			.isPresent();
	}

	private static Attempt loseOnce(AtomicBoolean first, Attempt attempt) {
		if (first.getAndSet(false)) {
			throw new LockStoreException("The answer was lost", Outcome.UNKNOWN, null);
		}
		return attempt;
	}

	@Test
	void failedReleaseDoesNotMaskTheResultAndIsMadeUpFor() {
		TestNode node = node();
		String key = key("failed-release");
		AtomicInteger failures = new AtomicInteger();
		node.provider.beforeRelease(() -> {
			if (failures.getAndIncrement() < 2) {
				throw new LockStoreException("Connection reset", Outcome.UNKNOWN, null);
			}
		});
		String result = node.template.execute(request(key).leaseTime(Duration.ofMinutes(10)), (lock) -> "result");
		assertThat(result).isEqualTo("result");
		assertThat(node().template.tryAcquire(request(key))).isPresent();
	}

	@Test
	void failedReleaseDoesNotMaskTheException() {
		TestNode node = node();
		node.provider.beforeRelease(() -> {
			throw new LockStoreException("Connection reset", Outcome.UNKNOWN, null);
		});
		assertThatExceptionOfType(java.io.IOException.class)
			.isThrownBy(() -> node.template.execute(request(key("failed-both")), (lock) -> {
				throw new java.io.IOException("from the body");
			}))
			.withMessage("from the body");
	}

	@Test
	void failedHandOverServesTheNextWaiterAllTheSame() throws Exception {
		TestNode node = node(TestNode.SETTINGS.withHandOff(1, Duration.ofMillis(1)));
		String key = key("failed-yield");
		node.provider.beforeYield(() -> {
			throw new LockStoreException("Connection reset", Outcome.UNKNOWN, null);
		});
		HeldLock held = node.template.acquire(request(key));
		java.util.concurrent.Future<HeldLock> next = inThread(() -> node.template.acquire(request(key)));
		Awaitility.await().atMost(PATIENCE).until(() -> node.engine.waiting() == 1);
		pause(Duration.ofMillis(5));
		assertThat(held.release()).isTrue();
		assertRising(List.of(token(held), token(next.get())));
	}

	@Test
	void shutdownLetsHoldersFinishAndRefusesNewOnes() throws Exception {
		TestNode node = node();
		String key = key("shutdown");
		HeldLock held = node.engine.acquire(request(key).leaseTime(LASTING)).orElseThrow();
		java.util.concurrent.Future<HeldLock> waiting = inThread(() -> node.template.acquire(request(key)));
		Awaitility.await().atMost(PATIENCE).until(() -> node.engine.waiting() == 1);
		java.util.concurrent.Future<Object> shutdown = inThread(() -> {
			node.engine.shutdown(PATIENCE);
			return null;
		});
		assertThat(waiting).failsWithin(PATIENCE)
			.withThrowableThat()
			.withCauseInstanceOf(LockProviderException.class)
			.withMessageContaining("shutting down");
		int renewals = node.provider.renewals.get();
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() >= renewals + 2);
		assertThat(shutdown).isNotDone();
		assertThat(held.release()).isTrue();
		assertThat(shutdown).succeedsWithin(PATIENCE);
		assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> node.template.tryAcquire(key));
		assertThat(node().template.tryAcquire(key)).isPresent();
	}

	@Test
	void lockStillHeldAfterTheGraceIsLeftToItsLease() {
		TestNode node = node();
		String key = key("overdue-shutdown");
		HeldLock held = node.template.acquire(request(key).leaseTime(Duration.ofSeconds(2)));
		node.engine.shutdown(Duration.ofMillis(50));
		assertThat(held.isHeld()).isTrue();
		assertThat(node().template.tryAcquire(key)).isEmpty();
		assertThat(node().template.tryAcquire(request(key))).isPresent();
		assertThat(held.isHeld()).isFalse();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.local.LocalStore;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What the engine does about renewals and losses, on any store.
 */
@Tag("timing")
class EngineWatchdogTests extends LockContract {

	private final LocalStore store = new LocalStore();

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Test
	void renewalGoesOnAfterErrors() {
		TestNode node = node();
		String key = key("renewal-error");
		AtomicInteger failures = new AtomicInteger();
		node.provider.beforeRenewal(() -> {
			if (failures.getAndIncrement() < 2) {
				throw new LockStoreException("Cut by the test", Outcome.UNKNOWN, null);
			}
		});
		HeldLock held = node.template.acquire(request(key).leaseTime(LASTING));
		Awaitility.await().atMost(PATIENCE).until(() -> failures.get() >= 5);
		assertThat(held.isHeld()).isTrue();
		assertThat(node.losses).isEmpty();
	}

	@Test
	void renewalGoesOnAfterUnexpectedErrors() {
		TestNode node = node();
		String key = key("renewal-bug");
		AtomicInteger failures = new AtomicInteger();
		node.provider.beforeRenewal(() -> {
			if (failures.getAndIncrement() == 0) {
				throw new StackOverflowError("Thrown by the test");
			}
		});
		HeldLock held = node.template.acquire(request(key).leaseTime(LASTING));
		Awaitility.await().atMost(PATIENCE).until(() -> failures.get() >= 4);
		assertThat(held.isHeld()).isTrue();
	}

	@Test
	void renewalThatHangsIsALossAtTheEndOfTheLease() {
		TestNode node = node();
		String key = key("renewal-hangs");
		CountDownLatch healed = new CountDownLatch(1);
		node.provider.beforeRenewal(() -> awaitQuietly(healed));
		long before = System.nanoTime();
		HeldLock held = node.template.acquire(request(key).leaseTime(SHORT));
		Awaitility.await().atMost(PATIENCE).until(() -> !node.losses.isEmpty());
		assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(SHORT.dividedBy(2));
		assertThat(held.isHeld()).isFalse();
		healed.countDown();
		assertThat(node().template.acquire(request(key)).isHeld()).isTrue();
		assertThat(held.isHeld()).isFalse();
	}

	@Test
	void renewedLeaseCountsFromBeforeTheRenewal() {
		TestNode node = node();
		Duration lease = Duration.ofSeconds(6);
		Duration delay = Duration.ofMillis(500);
		AtomicInteger longest = new AtomicInteger();
		node.provider.beforeRenewal(() -> pause(delay));
		HeldLock held = node.template.acquire(request(key("from-the-renewal")).leaseTime(lease));
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
			if (node.provider.renewals.get() > 0) {
				longest.accumulateAndGet((int) held.remainingLease().toMillis(), Math::max);
			}
			return node.provider.renewals.get() >= 2;
		});
		assertThat(longest.get()).isBetween(4000, (int) lease.minus(delay).toMillis());
	}

	@Test
	void lockThatOutlivesAShutdownIsRenewedAgainAfterTheStart() {
		TestNode node = node();
		HeldLock held = node.template.acquire(request(key("outlives")).leaseTime(LASTING));
		node.engine.shutdown(Duration.ZERO);
		assertThatThrownBy(() -> node.template.acquire(request(key("refused")))).hasMessageContaining("shut");
		node.engine.start();
		int renewals = node.provider.renewals.get();
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() >= renewals + 2);
		assertThat(held.isHeld()).isTrue();
		assertThat(held.release()).isTrue();
	}

	@Test
	void innerExitKeepsTheOuterHoldRenewed() {
		TestNode node = node();
		String key = key("nested-renewal");
		HeldLock outer = node.template.acquire(request(key).leaseTime(LASTING));
		HeldLock inner = node.template.acquire(request(key).leaseTime(LASTING));
		assertThat(inner.release()).isTrue();
		int renewals = node.provider.renewals.get();
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() >= renewals + 4);
		assertThat(outer.isHeld()).isTrue();
		assertThat(outer.release()).isTrue();
		int last = node.provider.renewals.get();
		Awaitility.await().during(LASTING.dividedBy(2)).until(() -> node.provider.renewals.get() == last);
	}

	@Test
	void lockOfADeadThreadBecomesFree() throws Exception {
		TestNode node = node();
		String key = key("dead-owner");
		Thread owner = new Thread(() -> node.template.acquire(request(key).leaseTime(SHORT)));
		owner.start();
		owner.join();
		assertThat(node().template.acquire(request(key)).isHeld()).isTrue();
		Awaitility.await().atMost(PATIENCE).until(() -> node.losses.size() == 1);
		assertThat(node.losses.get(0).reason()).hasMessageContaining("terminated without releasing");
	}

	@Test
	void newHoldOfTheSameProcessIsRenewedAfterALoss() {
		TestNode node = node();
		String key = key("again");
		AtomicBoolean broken = new AtomicBoolean(true);
		node.provider.beforeRenewal(() -> {
			if (broken.get()) {
				throw new LockStoreException("Cut by the test", Outcome.UNKNOWN, null);
			}
		});
		HeldLock lost = node.template.acquire(request(key).leaseTime(SHORT));
		Awaitility.await().atMost(PATIENCE).until(() -> node.losses.size() == 1);
		lost.close();
		broken.set(false);
		HeldLock held = node.template.acquire(request(key).leaseTime(LASTING));
		int renewals = node.provider.renewals.get();
		Awaitility.await().atMost(PATIENCE).until(() -> node.provider.renewals.get() >= renewals + 4);
		assertThat(held.isHeld()).isTrue();
	}

	@Test
	void renewalStopsAtMaxHoldTimeAndTheOwnerIsTold() {
		TestNode node = node();
		String key = key("max-hold");
		HeldLock held = node.template.acquire(request(key).leaseTime(SHORT).maxHoldTime(Duration.ofSeconds(1)));
		Awaitility.await().atMost(PATIENCE).until(() -> node.losses.size() == 1);
		assertThat(held.isHeld()).isFalse();
		assertThatThrownBy(held::assertHeld).hasMessageContaining("maxHoldTime");
		assertThat(node().template.acquire(request(key)).isHeld()).isTrue();
	}

	@Test
	void lossInterruptsTheBodyWhereTheRequestSaysSo() throws Exception {
		TestNode node = node();
		String key = key("interrupting");
		LockRequest request = fixed(key, SHORT).onLost(OnLost.INTERRUPT);
		Boolean interrupted = inThreadAndWait(() -> {
			try {
				node.template.executeWithoutResult(request, (lock) -> new CountDownLatch(1).await());
				return false;
			}
			catch (InterruptedException ex) {
				return !Thread.currentThread().isInterrupted();
			}
		});
		assertThat(interrupted).isTrue();
	}

	@Test
	void interruptOfALossDoesNotOutliveTheCall() throws Exception {
		TestNode node = node();
		LockRequest request = fixed(key("stray-interrupt"), SHORT).onLost(OnLost.INTERRUPT);
		Boolean flag = inThreadAndWait(() -> {
			HeldLock lock = node.template.acquire(request);
			while (!Thread.currentThread().isInterrupted()) {
				Thread.onSpinWait();
			}
			lock.close();
			return Thread.currentThread().isInterrupted();
		});
		assertThat(flag).isFalse();
	}

}

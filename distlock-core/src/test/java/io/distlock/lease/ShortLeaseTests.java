// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.local.LocalLockProvider;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.LossSource;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store that keeps locks for less time than is asked for, and that tells of losses.
 */
@Tag("timing")
class ShortLeaseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LIMIT = Duration.ofMillis(600);

	private static final LockRequest REQUEST = LockRequest.of("key").waitTime(PATIENCE);

	private final ShortLeases store = new ShortLeases();

	private final List<LockLostEvent> losses = new CopyOnWriteArrayList<>();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.store,
			LeaseSettings.of("short", "node").withWaitTime(PATIENCE).withHandOff(32, Duration.ofMillis(100)),
			this.losses::add);

	@AfterEach
	void close() {
		this.engine.close();
	}

	private HeldLock acquire(LockRequest request) throws Exception {
		return this.engine.acquireAsync(request).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

	@Test
	void lockIsTrustedForTheStoresLeaseOnlyAndRenewedInTime() throws Exception {
		HeldLock held = acquire(REQUEST);
		assertThat(held.remainingLease()).isLessThanOrEqualTo(LIMIT);
		Awaitility.await()
			.during(LIMIT.multipliedBy(3))
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(held.isHeld()).isTrue());
		this.store.failing = true;
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !held.isHeld());
	}

	@Test
	void fixedLeaseIsRenewedUnderneathToItsEndAndNoLonger() throws Exception {
		Duration lease = LIMIT.multipliedBy(4);
		long start = System.nanoTime();
		HeldLock held = acquire(REQUEST.leaseTime(lease).autoRenew(false));
		HeldLock next = acquire(REQUEST);
		Duration waited = Duration.ofNanos(System.nanoTime() - start);
		assertThat(held.isHeld()).isFalse();
		assertThat(waited).isBetween(lease.multipliedBy(9).dividedBy(10), lease.plusSeconds(4));
		assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
		Awaitility.await().atMost(PATIENCE).until(() -> !this.losses.isEmpty());
		assertThat(this.losses).singleElement()
			.satisfies((loss) -> assertThat(loss.reason())
				.hasMessageContaining("its lease of 2.4s expired and renewal is off"));
	}

	@Test
	void fixedLeaseThatCannotBeRenewedUnderneathIsLostEarly() throws Exception {
		this.store.failing = true;
		HeldLock held = acquire(REQUEST.leaseTime(PATIENCE).autoRenew(false));
		Awaitility.await().atMost(PATIENCE.dividedBy(2)).until(() -> this.losses.size() == 1);
		assertThat(held.isHeld()).isFalse();
		assertThat(this.losses.get(0).reason()).hasMessageContaining("its lease of 0.6s expired without renewal");
	}

	@Test
	void fixedLeaseWithinTheLimitIsNotRenewed() throws Exception {
		acquire(REQUEST.leaseTime(LIMIT).autoRenew(false));
		Awaitility.await().atMost(PATIENCE).until(() -> this.losses.size() == 1);
		assertThat(this.store.renewals).hasValue(0);
	}

	@Test
	void lockIsHandedOverBetweenWaitersWhoAskedForTheSameTime() throws Exception {
		HeldLock first = acquire(REQUEST);
		CompletableFuture<HeldLock> second = this.engine.acquireAsync(REQUEST).toCompletableFuture();
		assertThat(first.release()).isTrue();
		assertThat(second.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).fencingToken())
			.isGreaterThan(first.fencingToken());
		assertThat(this.store.releases).hasValue(0);
	}

	@Test
	void lossThatTheStoreTellsOfIsALossAtOnce() throws Exception {
		HeldLock renewed = acquire(REQUEST);
		HeldLock fixed = acquire(LockRequest.of("fixed").leaseTime(LIMIT).autoRenew(false));
		HeldLock other = acquire(LockRequest.of("other"));
		this.store.tell(this.store.owners.subList(0, 2));
		assertThat(renewed.isHeld()).isFalse();
		assertThat(fixed.isHeld()).isFalse();
		assertThat(other.isHeld()).isTrue();
		Awaitility.await().atMost(PATIENCE).until(() -> this.losses.size() == 2);
		assertThat(this.losses.get(0).reason()).hasMessageContaining("no longer belongs");
		assertThat(other.release()).isTrue();
		this.engine.close();
		assertThat(this.store.listeners).isEmpty();
	}

	/**
	 * A store that keeps no lock for longer than its limit.
	 */
	private static final class ShortLeases implements LockProvider, LossSource {

		private final LocalLockProvider real = new LocalLockProvider();

		private final AtomicInteger renewals = new AtomicInteger();

		private final AtomicInteger releases = new AtomicInteger();

		private final List<LockOwner> owners = new CopyOnWriteArrayList<>();

		private final List<Consumer<Collection<LockOwner>>> listeners = new CopyOnWriteArrayList<>();

		private volatile boolean failing;

		private static LockClaim cut(LockClaim claim) {
			Duration lease = (claim.leaseTime().compareTo(LIMIT) < 0) ? claim.leaseTime() : LIMIT;
			return LockClaim.of(claim.key(), lease, claim.tokens(), claim.holder());
		}

		void tell(Collection<LockOwner> lost) {
			this.listeners.forEach((listener) -> listener.accept(lost));
		}

		@Override
		public String name() {
			return "short";
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			Contender contender = this.real.contend(cut(claim), wakeUp);
			return new Contender() {

				@Override
				public Attempt attempt(LockOwner owner) {
					ShortLeases.this.owners.add(owner);
					return contender.attempt(owner);
				}

				@Override
				public void close() {
					contender.close();
				}

			};
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			this.renewals.incrementAndGet();
			if (this.failing) {
				throw new LockStoreException("Cut by the test", Outcome.UNKNOWN, null);
			}
			this.real.renew(leases, outcomes);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			return this.real.yieldOrRenew(lease, lastToken, cut(claim));
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			this.releases.incrementAndGet();
			return this.real.release(key, owner, lastToken);
		}

		@Override
		public void addLossListener(Consumer<Collection<LockOwner>> listener) {
			this.listeners.add(listener);
		}

		@Override
		public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
			this.listeners.remove(listener);
		}

	}

}

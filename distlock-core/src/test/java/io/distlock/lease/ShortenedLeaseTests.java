// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leases of locks that the application keeps beyond the shutdown of the engine. On
 * virtual time.
 */
@Tag("safety")
class ShortenedLeaseTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final LockRequest REQUEST = LockRequest.of("key");

	private final VirtualTime time = new VirtualTime();

	private final ModelStore store = new ModelStore(this.time, true);

	private final Shortening provider = new Shortening();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.provider,
			LeaseSettings.of("shortened", "node")
				.withWaitTime(Duration.ZERO)
				.withLeaseTime(LEASE)
				.withHandOff(0, Duration.ZERO),
			(event) -> {
			}, this.time, new FragileTasks(this.time), 1);

	private final LockTemplate template = new LockTemplate(this.engine);

	private void pass(Duration duration) {
		this.time.sleep(duration.toNanos());
	}

	private HeldLock acquire(LockRequest request) {
		CompletableFuture<HeldLock> acquired = this.template.acquireAsync(request).toCompletableFuture();
		pass(Duration.ofMillis(10));
		return acquired.join();
	}

	private void shutdown() {
		this.engine.shutdown(Duration.ZERO);
	}

	@Test
	void lockThatIsKeptEndsHereBeforeTheStoreIsAsked() {
		HeldLock held = acquire(REQUEST);
		this.provider.onRenewal = (lease) -> {
			assertThat(lease.duration()).isEqualTo(ShutdownWait.KEPT_LEASE);
			assertThat(held.remainingLease()).isLessThan(lease.duration());
		};
		shutdown();
		assertThat(this.provider.renewed).singleElement();
		assertThat(held.isHeld()).isTrue();
		pass(ShutdownWait.KEPT_LEASE);
		assertThat(held.isHeld()).isFalse();
		assertThat(this.provider.renewed).hasSize(1);
	}

	@Test
	void lockThatIsKeptIsReleasedUntilThen() {
		HeldLock held = acquire(REQUEST);
		shutdown();
		assertThat(held.release()).isTrue();
		assertThat(this.engine.heldLeases()).isZero();
	}

	@Test
	void leaseThatEndsSoonerIsNotExtended() {
		acquire(REQUEST.leaseTime(ShutdownWait.KEPT_LEASE.minusMillis(1)));
		shutdown();
		shutdown();
		assertThat(this.provider.renewed).isEmpty();
	}

	@Test
	void lockOfCodeThatRunsAndCoolDownKeepTheirLeases() {
		this.template.executeAsync(REQUEST, (lock) -> new CompletableFuture<>());
		acquire(LockRequest.of("cool-down").autoRenew(false));
		shutdown();
		assertThat(this.provider.renewed).isEmpty();
	}

	@Test
	void storeThatCannotShortenLeasesIsNotAsked() {
		this.provider.canShorten = false;
		HeldLock held = acquire(REQUEST);
		shutdown();
		assertThat(this.provider.renewed).isEmpty();
		pass(ShutdownWait.KEPT_LEASE.multipliedBy(2));
		assertThat(held.isHeld()).isTrue();
	}

	@Test
	void lockIsRenewedAgainAfterAStart() {
		HeldLock held = acquire(REQUEST);
		shutdown();
		this.engine.start();
		pass(LEASE.multipliedBy(3));
		assertThat(held.isHeld()).isTrue();
		assertThat(this.provider.renewed.get(1).duration()).isEqualTo(LEASE);
	}

	@Test
	void lockIsNotRenewedAgainWhereTheStoreMayYetShortenItsLease() {
		HeldLock held = acquire(REQUEST);
		this.provider.onRenewal = (lease) -> {
			throw new LockStoreException("No response", Outcome.UNKNOWN, null);
		};
		shutdown();
		this.provider.onRenewal = (lease) -> {
		};
		this.engine.start();
		pass(ShutdownWait.KEPT_LEASE);
		assertThat(held.isHeld()).isFalse();
	}

	@Test
	void renewalThatWasSentBeforeDoesNotExtendTheLease() {
		HeldLock held = acquire(REQUEST);
		this.provider.onRenewal = (lease) -> {
			if (lease.duration().equals(LEASE)) {
				this.provider.onRenewal = (shortened) -> {
				};
				shutdown();
			}
		};
		pass(LEASE.dividedBy(3));
		assertThat(this.provider.renewed).hasSize(2);
		pass(ShutdownWait.KEPT_LEASE);
		assertThat(held.isHeld()).isFalse();
	}

	/**
	 * A store whose renewals are recorded, and answered.
	 */
	private final class Shortening extends DirectProvider {

		private final List<Lease> renewed = new ArrayList<>();

		private boolean canShorten = true;

		private Consumer<Lease> onRenewal = (lease) -> {
		};

		Shortening() {
			super(ShortenedLeaseTests.this.store);
		}

		@Override
		public boolean canShortenLeases() {
			return this.canShorten;
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			this.renewed.addAll(leases);
			leases.forEach((lease) -> this.onRenewal.accept(lease));
			super.renew(leases, outcomes);
		}

	}

}

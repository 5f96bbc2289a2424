// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.distlock.EngineLock;
import io.distlock.EngineLock.ReleaseRequest;
import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.RenewalListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks that their owner releases by a request of its own. On virtual time.
 */
@Tag("safety")
class ReleaseRequestTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final LockRequest REQUEST = LockRequest.of("key");

	private static final LockKey KEY = new LockKey("request", "key");

	private final VirtualTime time = new VirtualTime();

	private final ModelStore store = new ModelStore(this.time, true);

	private final Counting provider = new Counting();

	private final List<LockLostEvent> losses = new ArrayList<>();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.provider,
			LeaseSettings.of("request", "node")
				.withWaitTime(Duration.ofMinutes(5))
				.withLeaseTime(LEASE)
				.withHandOff(32, Duration.ofMinutes(1)),
			this.losses::add, this.time, new FragileTasks(this.time), 1);

	private final LockTemplate template = new LockTemplate(this.engine);

	private void pass(Duration duration) {
		this.time.sleep(duration.toNanos());
	}

	private CompletableFuture<HeldLock> acquiring() {
		CompletableFuture<HeldLock> acquired = this.template.acquireAsync(REQUEST).toCompletableFuture();
		pass(Duration.ofMillis(10));
		return acquired;
	}

	private HeldLock acquire() {
		return acquiring().join();
	}

	private static boolean releaseBy(HeldLock held, ReleaseRequest request) {
		return ((EngineLock) held).releaseBy(request);
	}

	private boolean release(LockKey key, LockOwner owner, long lastToken) {
		assertThat(this.store.release(key, owner, lastToken)).isTrue();
		return true;
	}

	@Test
	void lockIsReleasedByTheRequestAlone() {
		HeldLock held = acquire();
		assertThat(releaseBy(held, this::release)).isTrue();
		assertThat(held.isHeld()).isFalse();
		assertThat(held.release()).isTrue();
		assertThat(held.release()).isFalse();
		assertThat(this.provider.releases).isZero();
		assertThat(this.engine.heldLeases()).isZero();
		assertThat(acquire().fencingToken()).isGreaterThan(held.fencingToken());
	}

	@Test
	void renewalThatArrivesAfterTheRequestReportsNoLoss() {
		HeldLock held = acquire();
		this.provider.beforeRenewal = (renewal) -> releaseBy(held, this::release);
		pass(LEASE.dividedBy(2));
		assertThat(this.provider.renewals).isEqualTo(1);
		held.close();
		pass(LEASE);
		assertThat(this.losses).isEmpty();
	}

	@Test
	void lockIsNotRenewedDuringTheRequest() {
		HeldLock held = acquire();
		releaseBy(held, (key, owner, lastToken) -> {
			pass(LEASE.dividedBy(2));
			return release(key, owner, lastToken);
		});
		assertThat(this.provider.renewals).isZero();
	}

	@Test
	void lockIsRenewedAfterARequestThatChangedNothing() {
		HeldLock held = acquire();
		assertThat(releaseBy(held, (key, owner, lastToken) -> false)).isFalse();
		pass(LEASE.multipliedBy(3));
		assertThat(held.isHeld()).isTrue();
		held.close();
		assertThat(this.provider.releases).isEqualTo(1);
	}

	@Test
	void lockIsRenewedAfterARequestThatFailed() {
		HeldLock held = acquire();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> releaseBy(held, (key, owner, token) -> {
			throw new LockStoreException("No response", Outcome.UNKNOWN, null);
		}));
		pass(LEASE.multipliedBy(3));
		assertThat(held.isHeld()).isTrue();
	}

	@Test
	void requestWhoseAnswerIsLostEndsTheHoldWithoutALoss() {
		HeldLock held = acquire();
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> releaseBy(held, (key, owner, token) -> {
			release(key, owner, token);
			throw new LockStoreException("No response", Outcome.UNKNOWN, null);
		}));
		pass(LEASE.dividedBy(2));
		assertThat(held.isHeld()).isFalse();
		assertThat(this.losses).isEmpty();
		held.close();
		assertThat(acquire().isHeld()).isTrue();
	}

	@Test
	void lockThatARenewalFindsTakenDuringARequestThatChangedNothingIsLost() {
		HeldLock held = acquire();
		this.provider.beforeRenewal = (renewal) -> releaseBy(held, (key, owner, lastToken) -> {
			release(key, owner, lastToken);
			renewal.run();
			assertThat(this.losses).isEmpty();
			return false;
		});
		pass(LEASE.dividedBy(2));
		assertThat(held.isHeld()).isFalse();
		assertThat(this.losses).hasSize(1);
	}

	@Test
	void lockThatAnotherCallerWaitsForIsReleasedByTheEngine() {
		HeldLock held = acquire();
		CompletableFuture<HeldLock> next = acquiring();
		assertThat(releaseBy(held, this::release)).isFalse();
		held.close();
		pass(Duration.ofMillis(10));
		assertThat(next.join().isHeld()).isTrue();
	}

	@Test
	void callerThatBeginsToWaitDuringTheRequestAcquiresTheLockAnew() {
		HeldLock held = acquire();
		List<CompletableFuture<HeldLock>> next = new ArrayList<>();
		assertThat(releaseBy(held, (key, owner, lastToken) -> {
			next.add(acquiring());
			return release(key, owner, lastToken);
		})).isTrue();
		held.close();
		pass(Duration.ofMillis(10));
		HeldLock second = next.get(0).join();
		assertThat(this.store.isHeld(KEY)).isTrue();
		assertThat(second.fencingToken()).isGreaterThan(held.fencingToken());
		assertThat(this.provider.attempts()).isEqualTo(2);
	}

	/**
	 * A store whose requests are counted.
	 */
	private final class Counting extends DirectProvider {

		private int renewals;

		private int releases;

		private Consumer<Runnable> beforeRenewal = (renewal) -> {
		};

		Counting() {
			super(ReleaseRequestTests.this.store);
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			this.renewals++;
			this.beforeRenewal.accept(() -> super.renew(leases, outcomes));
			super.renew(leases, outcomes);
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			this.releases++;
			return super.release(key, owner, lastToken);
		}

	}

}

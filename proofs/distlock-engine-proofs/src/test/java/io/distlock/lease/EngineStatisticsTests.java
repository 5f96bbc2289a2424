// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.contract.ForwardingProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What an engine says of itself.
 */
@Tag("timing")
class EngineStatisticsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockRequest REQUEST = LockRequest.of("key")
		.waitTime(PATIENCE)
		.leaseTime(Duration.ofMillis(1500));

	private static final Executor NEW_THREAD = (task) -> new Thread(task, "other").start();

	private final BreakableProvider provider = new BreakableProvider();

	private final LeaseLockEngine engine = new LeaseLockEngine(this.provider,
			LeaseSettings.of("statistics", "node")
				.withWaitTime(Duration.ofSeconds(20))
				.withHandOff(32, Duration.ofSeconds(10)),
			(event) -> {
			});

	@AfterEach
	void close() {
		this.engine.close();
		this.provider.close();
	}

	@Test
	void idleEngineHoldsNothing() {
		assertThat(this.engine.statistics())
			.isEqualTo(new LeaseLockEngine.Statistics("local", Map.of(), Map.of(), 0, 0, 0, 0, null));
		assertThat(this.engine.snapshot()).isEmpty();
	}

	@Test
	void heldLocksAreListedByKeyWithTheirHolders() {
		HeldLock second = this.engine.acquire(LockRequest.of("second")).orElseThrow();
		HeldLock first = this.engine.acquireAsync(LockRequest.of("first")).toCompletableFuture().join();
		assertThat(this.engine.snapshot()).extracting(LockSnapshot::key).containsExactly("first", "second");
		assertThat(this.engine.snapshot()).extracting(LockSnapshot::thread)
			.containsExactly(null, Thread.currentThread().getName());
		assertThat(this.engine.snapshot()).extracting(LockSnapshot::fencingToken)
			.containsExactly(first.fencingToken(), second.fencingToken());
		assertThat(this.engine.snapshot()).allSatisfy((lock) -> {
			assertThat(lock.heldFor()).isPositive();
			assertThat(lock.remainingLease()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
		});
		first.release();
		second.release();
		assertThat(this.engine.snapshot()).isEmpty();
	}

	@Test
	void waitersAndHandOversAreCounted() {
		HeldLock first = this.engine.acquire(REQUEST).orElseThrow();
		CompletableFuture<Long> next = CompletableFuture.supplyAsync(() -> {
			try (HeldLock lock = this.engine.acquire(REQUEST).orElseThrow()) {
				return lock.fencingToken();
			}
		}, NEW_THREAD);
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.statistics().waiting() == 1);
		assertThat(this.engine.snapshot()).singleElement().extracting(LockSnapshot::waiting).isEqualTo(1);
		first.release();
		assertThat(next.join()).isGreaterThan(first.fencingToken());
		assertThat(this.engine.statistics().handOvers()).isEqualTo(1);
		assertThat(this.engine.statistics().waiting()).isZero();
	}

	@Test
	void sharedLocksAndPermitsAreCountedByModeAndAReaderShowsTheWriterThatWaits() {
		HeldLock reader = this.engine.acquire(REQUEST.shared()).orElseThrow();
		HeldLock another = this.engine.acquireAsync(REQUEST.shared()).toCompletableFuture().join();
		HeldLock permit = this.engine.acquire(LockRequest.of("key").permits(2)).orElseThrow();
		CompletableFuture<Optional<HeldLock>> writer = CompletableFuture.supplyAsync(() -> this.engine.acquire(REQUEST),
				NEW_THREAD);
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.statistics().waiting() == 1);
		assertThat(this.engine.statistics().heldByMode()).isEqualTo(Map.of(LockMode.SHARED, 1, LockMode.PERMIT, 1));
		assertThat(this.engine.statistics().held()).isEqualTo(2);
		assertThat(this.engine.statistics().waitingByMode()).isEqualTo(Map.of(LockMode.EXCLUSIVE, 1));
		assertThat(this.engine.snapshot()).extracting(LockSnapshot::mode, LockSnapshot::waiting)
			.containsExactlyInAnyOrder(tuple(LockMode.SHARED, 1), tuple(LockMode.SHARED, 1), tuple(LockMode.PERMIT, 0));
		reader.release();
		another.release();
		permit.release();
		assertThat(writer.join()).hasValueSatisfying((written) -> {
			assertThat(this.engine.statistics().heldByMode()).isEqualTo(Map.of(LockMode.EXCLUSIVE, 1));
			assertThat(this.engine.snapshot()).extracting(LockSnapshot::mode).containsExactly(LockMode.EXCLUSIVE);
		});
	}

	@Test
	void renewalsThatFailShowUntilOneSucceeds() {
		HeldLock lock = this.engine.acquire(REQUEST.leaseTime(Duration.ofSeconds(12))).orElseThrow();
		this.provider.broken = true;
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.statistics().failedRenewals() > 1);
		assertThat(this.engine.statistics().renewalsFailingFor()).isPositive();
		assertThat(this.engine.statistics().renewals()).isZero();
		this.provider.broken = false;
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.statistics().renewals() > 0);
		assertThat(this.engine.statistics().renewalsFailingFor()).isNull();
		lock.release();
	}

	@Test
	void lossIsCountedAndEndsWhatFails() {
		HeldLock lock = this.engine.acquire(REQUEST).orElseThrow();
		this.provider.broken = true;
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.statistics().losses() == 1);
		assertThat(lock.isHeld()).isFalse();
		assertThat(this.engine.snapshot()).isEmpty();
		assertThat(this.engine.statistics().held()).isZero();
		assertThat(this.engine.statistics().renewalsFailingFor()).isNull();
		lock.close();
	}

	/**
	 * A store whose renewals can be made to fail.
	 */
	private static final class BreakableProvider extends ForwardingProvider {

		private volatile boolean broken;

		private BreakableProvider() {
			super(new LocalLockProvider());
		}

		@Override
		protected <T> T around(Call call, Supplier<T> request) {
			if (this.broken && call == Call.RENEW) {
				throw new LockStoreException("Broken on purpose", Outcome.TRANSIENT, null);
			}
			return request.get();
		}

	}

}

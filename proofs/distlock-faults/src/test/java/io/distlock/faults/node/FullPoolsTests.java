// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pools that are filled by a thread to which each lock is granted before it goes on, as
 * on a machine that is busy with other things.
 */
class FullPoolsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			LeaseSettings.of("local", "node")
				.withWaitTime(PATIENCE)
				.withLeaseTime(PATIENCE)
				.withHandOff(32, Duration.ofMillis(100)),
			(event) -> {
			});

	private final Chores chores = new Chores();

	private final FullPools pools = new FullPools(new LockTemplate(new BusyMachine(this.engine)), this.chores);

	@AfterEach
	void close() {
		this.engine.close();
	}

	@Test
	void allLocksAreHeldAtOnceAndNoneWhenItIsOver() throws Exception {
		this.pools.fill(Duration.ofSeconds(2), "pool-");
		Awaitility.await().atMost(PATIENCE).until(() -> this.engine.snapshot().size() == 4);
		assertThat(this.chores.awaitEnd(PATIENCE)).isEmpty();
		assertThat(this.engine.snapshot()).isEmpty();
	}

	@Test
	void whatDoesNotEndIsNamed() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		this.chores.run("for ever", end::await);
		assertThat(this.chores.awaitEnd(Duration.ofMillis(100))).containsExactly("for ever");
		end.countDown();
		assertThat(this.chores.awaitEnd(PATIENCE)).isEmpty();
	}

	/**
	 * Goes on only after the grant.
	 */
	private record BusyMachine(LockEngine engine) implements LockEngine {

		@Override
		public Optional<HeldLock> acquire(LockRequest request) {
			return this.engine.acquire(request);
		}

		@Override
		public Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
			return this.engine.acquireInterruptibly(request);
		}

		@Override
		public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
			CompletableFuture<HeldLock> granted = this.engine.acquireAsync(request).toCompletableFuture();
			granted.join();
			return granted;
		}

		@Override
		public Optional<HeldLock> findHeld(LockRequest request) {
			return this.engine.findHeld(request);
		}

		@Override
		public LockNotAcquiredException notAcquired(LockRequest request) {
			return this.engine.notAcquired(request);
		}

	}

}

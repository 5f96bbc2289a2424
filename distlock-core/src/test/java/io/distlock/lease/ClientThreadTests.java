// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.YieldResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks on a thread that reads the answers of the store, which must not wait for one. On
 * virtual time.
 */
class ClientThreadTests {

	private static final LockRequest REQUEST = LockRequest.of("key").waitTime(Duration.ofSeconds(5));

	private final VirtualTime time = new VirtualTime();

	private final Reading provider = new Reading(new ModelStore(this.time, true));

	private final LeaseLockEngine engine = new LeaseLockEngine(this.provider,
			LeaseSettings.of("reader", "node").withWaitTime(Duration.ZERO).withHandOff(32, Duration.ofSeconds(1)),
			(event) -> {
			}, this.time, new FragileTasks(this.time), 1);

	private final LockTemplate template = new LockTemplate(this.engine);

	@Test
	void requestsThatWouldWaitForThemselvesAreRefused() {
		this.provider.reading = true;
		for (LockRequest request : List.of(REQUEST, LockRequest.ofAll(List.of("a", "b")))) {
			assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> this.template.acquire(request))
				.withMessageContaining("was not requested")
				.withMessageContaining(Thread.currentThread().getName())
				.withMessageContaining("acquireAsync");
		}
		assertThat(this.provider.asked).isFalse();
	}

	@Test
	void lockIsGivenBackInTheBackground() {
		HeldLock held = acquire();
		this.provider.reading = true;
		assertThat(held.release()).isTrue();
		assertThat(this.provider.asked).isFalse();
		this.provider.reading = false;
		acquire().close();
	}

	@Test
	void lockIsNotHandedOverByAThreadThatReads() {
		HeldLock held = acquire();
		CompletableFuture<HeldLock> next = this.template.acquireAsync(REQUEST).toCompletableFuture();
		this.time.sleep(Duration.ofMillis(10).toNanos());
		this.provider.reading = true;
		held.release();
		assertThat(this.provider.asked).isFalse();
		this.provider.reading = false;
		this.time.sleep(Duration.ofSeconds(4).toNanos());
		assertThat(next.join().isHeld()).isTrue();
	}

	private HeldLock acquire() {
		CompletableFuture<HeldLock> acquired = this.template.acquireAsync(REQUEST).toCompletableFuture();
		this.time.sleep(Duration.ofSeconds(1).toNanos());
		return acquired.join();
	}

	/**
	 * A store that notes whether it was asked by a thread that reads its answers.
	 */
	private static final class Reading extends DirectProvider {

		private boolean reading;

		private boolean asked;

		Reading(ModelStore store) {
			super(store);
		}

		@Override
		public boolean isClientThread() {
			return this.reading;
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			this.asked |= this.reading;
			return super.release(key, owner, lastToken);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			this.asked |= this.reading;
			return super.yieldOrRenew(lease, lastToken, claim);
		}

	}

}

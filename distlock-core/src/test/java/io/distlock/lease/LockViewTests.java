// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.local.LocalLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Requests that are seen as locks of the JDK.
 */
class LockViewTests {

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			LeaseSettings.of("view", "node").withHandOff(0, Duration.ZERO), (event) -> {
			});

	private final LockTemplate template = new LockTemplate(this.engine);

	@AfterEach
	void close() {
		this.engine.close();
	}

	@Test
	void lockHasTheLeaseAndTheModeOfItsRequest() {
		Lock view = this.template.asLock(LockRequest.of("report").leaseTime(Duration.ofMinutes(7)).shared());
		view.lock();
		assertThat(this.engine.snapshot()).singleElement()
			.satisfies((lock) -> assertThat(lock.mode()).isEqualTo(LockMode.SHARED))
			.satisfies((lock) -> assertThat(lock.remainingLease()).isGreaterThan(Duration.ofMinutes(1)));
		assertThat(elsewhere(() -> tryBriefly(this.template.asReadWriteLock("report").readLock()))).isTrue();
		assertThat(elsewhere(() -> tryBriefly(this.template.asLock("report")))).isFalse();
		view.unlock();
		assertThat(this.engine.snapshot()).isEmpty();
	}

	@Test
	void waitTimeOfTheRequestBoundsLock() {
		Lock held = this.template.asLock("held");
		held.lock();
		Lock bounded = this.template.asLock(LockRequest.of("held").waitTime(Duration.ofMillis(1)));
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> elsewhere(() -> {
			bounded.lock();
			return true;
		}));
		held.unlock();
		bounded.lock();
		bounded.unlock();
	}

	@Test
	void requestOfSeveralKeysIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.template.asLock(LockRequest.ofAll(List.of("a", "b"))))
			.withMessageContaining("must have one key, but has 2");
	}

	private static boolean tryBriefly(Lock lock) {
		boolean acquired = lock.tryLock();
		if (acquired) {
			lock.unlock();
		}
		return acquired;
	}

	private static <T> T elsewhere(Supplier<T> work) {
		CompletableFuture<T> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				done.complete(work.get());
			}
			catch (RuntimeException ex) {
				done.completeExceptionally(ex);
			}
		});
		thread.start();
		try {
			return done.join();
		}
		catch (CompletionException ex) {
			throw (RuntimeException) ex.getCause();
		}
	}

}

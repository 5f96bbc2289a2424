// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.Lock;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockKey;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A thread that has lost a lock and has not left it is told so, whatever it locks
 * meanwhile, and does not get the lock again before.
 */
@Tag("safety")
class LostLockTests {

	private static final LockRequest LOCK = LockRequest.of("joined");

	private AnnotationConfigApplicationContext context;

	private LockTemplate locks;

	private AcquiredInTransactionTests.Calls calls;

	private TransactionTemplate transactions;

	@BeforeEach
	void start() {
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("distlock.provider", "local", "distlock.lease-time", "1s")));
		this.context.register(AcquiredInTransactionTests.Application.class);
		this.context.refresh();
		this.locks = this.context.getBean(LockTemplate.class);
		this.calls = this.context.getBean(AcquiredInTransactionTests.Calls.class);
		this.transactions = new TransactionTemplate(this.context.getBean(PlatformTransactionManager.class));
	}

	@AfterEach
	void stop() {
		this.context.close();
		assertThat(LockContext.all()).isEmpty();
	}

	@Test
	void lostLockOfAViewIsToldUntilItIsUnlocked() {
		Lock lock = this.locks.asLock("joined");
		lock.lock();
		lose(LockContext.current().orElseThrow());
		this.locks.acquire("other").close();
		this.locks.executeWithoutResult("other", (other) -> {
		});
		assertThatExceptionOfType(LockLostException.class).isThrownBy(LockContext::assertHeld);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
			}));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
		LockContext.assertHeld();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock::unlock);
	}

	@Test
	void lostLockOfAViewIsNotTakenAgainBeforeItIsUnlocked() {
		Lock lock = this.locks.asLock("joined");
		lock.lock();
		lose(LockContext.current().orElseThrow());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::lock);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::tryLock);
		assertRefused();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
		lock.lock();
		lock.unlock();
	}

	@Test
	void lostLockOfACallbackIsNotTakenAgainInIt() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(LOCK, (lock) -> {
				lose(lock);
				assertRefused();
			}));
		this.locks.acquire(LOCK).close();
	}

	@Test
	void lostLockOfAMethodIsNotTakenAgainInIt() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.calls.joined(() -> {
			lose(LockContext.current().orElseThrow());
			assertRefused();
		}));
		this.locks.acquire(LOCK).close();
	}

	@Test
	void lostLockThatWasAcquiredByItselfIsNotTakenAgainInATransaction() {
		HeldLock lock = this.locks.acquire(LOCK);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.transactions.executeWithoutResult((status) -> {
				lose(lock);
				assertRefused();
			}));
		assertThat(lock.release()).isFalse();
	}

	@Test
	void lostLockThatWasAcquiredByItselfIsTakenAgainOutsideOfTransactions() {
		HeldLock lost = this.locks.acquire(LOCK);
		lose(lost);
		HeldLock lock = this.locks.acquire(LOCK);
		assertThat(lock.fencingToken()).isGreaterThan(lost.fencingToken());
		assertThat(lost.release()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lost::assertHeld);
		assertThat(lock.release()).isTrue();
	}

	/**
	 * None of the ways to lock gets what this thread has lost.
	 */
	private void assertRefused() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.locks.acquire(LOCK));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.locks.tryAcquire("joined"));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.executeWithoutResult(LOCK, (lock) -> {
			}));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.calls.joined(() -> {
		}));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.asLock("joined").lockInterruptibly());
	}

	/**
	 * End the lock in the store, as an operator may, until a renewal finds out.
	 */
	private void lose(HeldLock lock) {
		LocalLockProvider provider = this.context.getBean("distlockProvider", LocalLockProvider.class);
		provider.forceRelease(new LockKey(this.context.getBean(LeaseSettings.class).keyPrefix(), lock.key()));
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !lock.isHeld());
	}

}

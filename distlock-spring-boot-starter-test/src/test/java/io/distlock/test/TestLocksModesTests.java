// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Shared locks and permits in a test.
 */
@SpringJUnitConfig(TestLocksModesTests.Shop.class)
@AutoConfigureDistlock
class TestLocksModesTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final LockRequest READ = LockRequest.of("prices").shared();

	private static final LockRequest REPORT = LockRequest.of("reports").permits(2);

	@Autowired
	private TestLocks locks;

	@Autowired
	private LockTemplate template;

	@Autowired
	private Shop shop;

	@Test
	void readerElsewhereLetsReadersInAndKeepsWritersOut() {
		this.shop.change(3);
		try (RemoteHold reader = this.locks.holdElsewhere("prices", LockMode.SHARED);
				RemoteHold another = this.locks.holdElsewhere("prices", LockMode.SHARED)) {
			assertThat(this.shop.price()).isEqualTo(3);
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.shop.change(4));
			assertThat(another.release()).isTrue();
			assertThat(another.isHeld()).isFalse();
			assertThat(reader.isHeld()).isTrue();
			assertThat(this.locks.heldElsewhere()).containsExactly("prices");
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.shop.change(4));
		}
		this.shop.change(4);
		assertThat(this.shop.price()).isEqualTo(4);
	}

	@Test
	void writerElsewhereKeepsReadersOut() {
		try (RemoteHold writer = this.locks.holdElsewhere("prices")) {
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.shop.price());
			assertThatIllegalStateException().isThrownBy(() -> this.locks.holdElsewhere("prices", LockMode.SHARED))
				.withMessageContaining("'prices' cannot be shared elsewhere");
			assertThat(writer.isHeld()).isTrue();
		}
	}

	@Test
	void writerElsewhereDoesNotGetWhatTheApplicationShares() {
		try (HeldLock reading = this.template.acquire(READ)) {
			assertThatIllegalStateException().isThrownBy(() -> this.locks.holdElsewhere("prices"));
			assertThat(this.locks.holdElsewhere("prices", LockMode.SHARED).isHeld()).isTrue();
			assertThat(reading.isHeld()).isTrue();
		}
	}

	@Test
	void readerThatDiesElsewhereLetsTheWriterInWhenItsLeaseEnds() {
		RemoteHold dead = this.locks.holdElsewhere("prices", LockMode.SHARED, Duration.ofHours(1));
		CompletableFuture<HeldLock> writing = this.template
			.acquireAsync(LockRequest.of("prices").waitTime(Duration.ofMinutes(2)))
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> this.locks.awaited().contains("prices"));
		this.locks.advance(Duration.ofHours(1));
		assertThat(writing).succeedsWithin(PATIENCE).satisfies(HeldLock::close);
		assertThat(dead.isHeld()).isFalse();
	}

	@Test
	void permitsElsewhereLeaveTheRestToTheApplication() {
		try (RemoteHold first = this.locks.holdElsewhere("reports", LockMode.PERMIT)) {
			assertThat(this.shop.report()).isEqualTo("reported");
			RemoteHold second = this.locks.holdElsewhere("reports", LockMode.PERMIT);
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.shop.report());
			assertThatIllegalStateException().isThrownBy(() -> this.locks.holdElsewhere("reports", LockMode.PERMIT))
				.withMessageContaining("No permit of 'reports'");
			assertThat(second.release()).isTrue();
			assertThat(this.shop.report()).isEqualTo("reported");
			assertThat(first.isHeld()).isTrue();
		}
	}

	@Test
	void permitsAreNoLockOfThatName() {
		this.locks.holdElsewhere("reports");
		assertThat(this.shop.report()).isEqualTo("reported");
	}

	@Test
	void timeEndsThePermitOfANodeThatDiedAndNoneOfTheApplication() {
		RemoteHold dead = this.locks.holdElsewhere("reports", LockMode.PERMIT, Duration.ofHours(1));
		try (HeldLock report = this.template.acquire(REPORT)) {
			CompletableFuture<HeldLock> next = this.template.acquireAsync(REPORT.waitTime(Duration.ofMinutes(2)))
				.toCompletableFuture();
			await().atMost(PATIENCE).until(() -> this.locks.awaited().contains("reports"));
			this.locks.advance(Duration.ofHours(1));
			assertThat(next).succeedsWithin(PATIENCE).satisfies(HeldLock::close);
			assertThat(dead.isHeld()).isFalse();
			assertThat(report.release()).isTrue();
		}
	}

	@Test
	void readerOfTheApplicationLosesItsLockAndNoOtherReaderDoes() {
		RemoteHold other = this.locks.holdElsewhere("prices", LockMode.SHARED);
		try (HeldLock reading = this.template.acquire(READ)) {
			this.locks.lose("prices");
			assertThatExceptionOfType(LockLostException.class).isThrownBy(reading::assertHeld);
			assertThat(other.isHeld()).isTrue();
		}
	}

	@Test
	void permitOfTheApplicationIsLostAndFreeForOthers() {
		this.locks.holdElsewhere("reports", LockMode.PERMIT);
		try (HeldLock report = this.template.acquire(REPORT)) {
			this.locks.lose("reports");
			assertThat(report.isHeld()).isFalse();
			assertThat(this.locks.holdElsewhere("reports", LockMode.PERMIT).isHeld()).isTrue();
			assertThat(this.locks.held()).isEmpty();
		}
	}

	@Test
	void resetEndsWhatOthersShareAndTheirPermits() {
		RemoteHold reader = this.locks.holdElsewhere("prices", LockMode.SHARED);
		RemoteHold permit = this.locks.holdElsewhere("reports", LockMode.PERMIT);
		HeldLock report = this.template.acquire(REPORT);
		this.locks.reset();
		assertThat(reader.isHeld() || permit.isHeld() || report.isHeld()).isFalse();
		this.shop.change(5);
	}

	static class Shop {

		private int price = 3;

		@DistributedLock(name = "prices", mode = LockMode.SHARED, waitTime = "0")
		int price() {
			return this.price;
		}

		@DistributedLock(name = "prices", waitTime = "0")
		void change(int price) {
			this.price = price;
		}

		@ClusterConcurrencyLimit(name = "reports", permits = 2, waitTime = "0")
		String report() {
			return "reported";
		}

	}

}

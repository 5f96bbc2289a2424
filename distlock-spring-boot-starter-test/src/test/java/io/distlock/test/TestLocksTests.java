// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.StoredLock;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.test.shop.Jobs;
import io.distlock.test.shop.Stock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * An application that is configured for a Redis that is not there.
 */
@SpringBootTest(classes = io.distlock.test.shop.ShopApplication.class)
@AutoConfigureDistlock
class TestLocksTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	@Autowired
	private TestLocks locks;

	@Autowired
	private LockTemplate template;

	@Autowired
	private LockProvider provider;

	@Autowired
	private Stock stock;

	@Autowired
	private Jobs jobs;

	@Autowired
	private ClusterJobs clusterJobs;

	@Autowired
	private JdbcClient jdbc;

	@BeforeEach
	void createTable() {
		this.jdbc.sql("drop table if exists stock").update();
		this.jdbc.sql("create table stock (item varchar(20))").update();
	}

	@Test
	void storeOfTheApplicationIsNotAsked() throws Exception {
		assertThat(this.provider.name()).isEqualTo("test");
		assertThat(this.stock.takeOne("teapot", () -> "taken")).isEqualTo("taken");
	}

	@Test
	void keyHeldElsewhereIsBusyUntilItIsReleased() throws Exception {
		try (RemoteHold other = this.locks.holdElsewhere("stock:teapot")) {
			assertThat(this.locks.heldElsewhere()).containsExactly("stock:teapot");
			assertThat(other.isHeld()).isTrue();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.stock.takeOne("teapot", () -> "taken"))
				.withMessageContaining("stock:teapot");
			assertThat(this.stock.takeOne("cup", () -> "taken")).isEqualTo("taken");
		}
		assertThat(this.locks.heldElsewhere()).isEmpty();
		assertThat(this.stock.takeOne("teapot", () -> "taken")).isEqualTo("taken");
	}

	@Test
	void releaseElsewhereWakesTheWaiterWithAHigherToken() {
		RemoteHold other = this.locks.holdElsewhere("order:1");
		CompletableFuture<HeldLock> waiting = this.template
			.acquireAsync(LockRequest.of("order:1").waitTime(Duration.ofMinutes(2)))
			.toCompletableFuture();
		await().atMost(PATIENCE).until(() -> this.locks.awaited().contains("order:1"));
		assertThat(other.release()).isTrue();
		assertThat(other.release()).isFalse();
		assertThat(waiting).succeedsWithin(PATIENCE).satisfies((lock) -> {
			assertThat(lock.fencingToken()).isGreaterThan(other.fencingToken());
			lock.close();
		});
		assertThat(this.locks.awaited()).isEmpty();
	}

	@Test
	void heldNamesTheKeysOfTheApplication() throws Exception {
		assertThat(this.locks.held()).isEmpty();
		this.stock.takeOne("teapot", () -> assertThat(this.locks.held()).containsExactly("stock:teapot"));
		assertThat(this.locks.held()).isEmpty();
	}

	@Test
	void timeEndsTheLeaseOfANodeThatDied() {
		RemoteHold dead = this.locks.holdElsewhere("order:2", Duration.ofDays(1));
		CompletableFuture<String> shipping = CompletableFuture.supplyAsync(() -> this.stock.ship(2));
		await().atMost(PATIENCE).until(() -> this.locks.awaited().contains("order:2"));
		this.locks.advance(Duration.ofHours(23));
		assertThat(dead.isHeld()).isTrue();
		this.locks.advance(Duration.ofHours(1));
		assertThat(dead.isHeld()).isFalse();
		assertThat(shipping).succeedsWithin(PATIENCE).isEqualTo("shipped 2");
		assertThat(dead.release()).isFalse();
	}

	@Test
	void timeDoesNotEndWhatTheApplicationHolds() {
		try (HeldLock lock = this.template.acquire("order:3")) {
			this.locks.advance(Duration.ofDays(1));
			assertThat(lock.isHeld()).isTrue();
			assertThatIllegalStateException().isThrownBy(() -> this.locks.holdElsewhere("order:3"));
			assertThat(lock.release()).isTrue();
		}
	}

	@Test
	void timeDoesNotGoBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.locks.advance(Duration.ofSeconds(-1)));
		Instant before = this.locks.now();
		this.locks.advance(Duration.ofHours(1));
		assertThat(this.locks.now()).isAfterOrEqualTo(before.plusSeconds(3600));
	}

	@Test
	void lostLockVetoesTheTransactionAndEndsTheCall() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.stock.write("porcelain", () -> this.locks.lose("stock:porcelain")))
			.withMessageContaining("stock:porcelain");
		assertThat(this.jdbc.sql("select count(*) from stock").query(Integer.class).single()).isZero();
		await().atMost(PATIENCE)
			.until(() -> this.stock.lost() != null && this.stock.lost().key().equals("stock:porcelain"));
	}

	@Test
	void lostLockIsNotHeldWhenLoseReturnsAndMayBeHadElsewhere() {
		CompletableFuture<LockLostException> told = new CompletableFuture<>();
		try (HeldLock lock = this.template.acquire("order:4")) {
			lock.onLost(told::complete);
			this.locks.lose("order:4");
			assertThat(lock.isHeld()).isFalse();
			assertThat(this.locks.holdElsewhere("order:4").fencingToken()).isGreaterThan(lock.fencingToken());
			assertThat(told).succeedsWithin(PATIENCE);
		}
	}

	@Test
	void operatorEndsTheLockOfAnotherNode() {
		RemoteHold other = this.locks.holdElsewhere("order:7");
		assertThat(forceRelease("order:7"))
			.hasValueSatisfying((ended) -> assertThat(ended.lastToken()).isEqualTo(other.fencingToken()));
		assertThat(other.isHeld()).isFalse();
		assertThat(this.locks.heldElsewhere()).isEmpty();
		assertThat(forceRelease("order:7")).isEmpty();
		assertThat(this.stock.ship(7)).isEqualTo("shipped 7");
	}

	@Test
	void operatorEndsTheLockOfTheApplicationWhichLearnsOfItAtTheRelease() {
		HeldLock lock = this.template.acquire("order:8");
		assertThat(forceRelease("order:8")).isPresent();
		assertThat(lock.isHeld()).isTrue();
		assertThat(this.locks.holdElsewhere("order:8").fencingToken()).isGreaterThan(lock.fencingToken());
		assertThat(lock.release()).isFalse();
		assertThat(this.locks.heldElsewhere()).containsExactly("order:8");
	}

	@Test
	void lockThatAnOperatorEndedIsLostWhenTheTestIsOver() {
		try (HeldLock lock = this.template.acquire("order:9")) {
			assertThat(forceRelease("order:9")).isPresent();
			this.locks.reset();
			assertThat(lock.isHeld()).isFalse();
		}
	}

	@Test
	void operatorLearnsThatTheStoreFails() {
		try (StoreOutage outage = this.locks.failing()) {
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> forceRelease("order:10"));
		}
	}

	private Optional<StoredLock> forceRelease(String key) {
		return ((ForcedRelease) this.provider).forceRelease(new LockKey("shop", key));
	}

	@Test
	void lostLockInterruptsWhereTheMethodSaysSo() {
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.stock.sleep("teapot", () -> {
			this.locks.lose("stock:teapot");
			return new CountDownLatch(1).await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}));
	}

	@Test
	void storeThatFailsIsNotABusyLock() throws Exception {
		try (StoreOutage outage = this.locks.failing()) {
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> this.stock.takeOne("teapot", () -> "taken"))
				.withMessageContaining("The test lets the store fail");
			assertThatExceptionOfType(LockProviderException.class)
				.isThrownBy(() -> this.clusterJobs.history("stock-taking"));
		}
		assertThat(this.stock.takeOne("teapot", () -> "taken")).isEqualTo("taken");
	}

	@Test
	void shortOutageGoesUnnoticed() {
		StoreOutage outage = this.locks.failing(Outcome.TRANSIENT);
		CompletableFuture<String> shipping = CompletableFuture.supplyAsync(() -> this.stock.ship(5));
		assertThat(shipping).isNotDone();
		outage.close();
		assertThat(shipping).succeedsWithin(PATIENCE).isEqualTo("shipped 5");
	}

	@Test
	void jobsRunWhenTheTestSaysSo() {
		this.jobs.fireTimes.clear();
		this.locks.advance(Duration.ofDays(3));
		assertThat(this.clusterJobs.history("stock-taking")).isEmpty();
		Instant before = this.locks.now();
		JobRun run = this.clusterJobs.runNow("stock-taking");
		assertThat(run.outcome()).isEqualTo(JobRun.Outcome.SUCCEEDED);
		// A run on demand has no fire time of the trigger, but the one after that.
		assertThat(run.fireTime()).isBetween(before.minusMillis(1), this.locks.now().plusMillis(1));
		assertThat(this.jobs.fireTimes).containsExactly(run.fireTime());
		assertThat(this.clusterJobs.history("stock-taking")).containsExactly(run);
	}

	@Test
	void jobThatRunsElsewhereIsBusy() {
		this.locks.holdElsewhere("cluster-job:stock-taking");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.clusterJobs.runNow("stock-taking"));
	}

	@Test
	void whatCannotBeIsSaidWithWhatIs() {
		assertThatIllegalStateException().isThrownBy(() -> this.locks.lose("order:6"))
			.withMessageContaining("'order:6' cannot be lost")
			.withMessageContaining("held by this application []");
		this.locks.holdElsewhere("order:6");
		assertThatIllegalStateException().isThrownBy(() -> this.locks.holdElsewhere("order:6"))
			.withMessageContaining("elsewhere [order:6]");
		assertThatIllegalArgumentException().isThrownBy(() -> this.locks.of("other"))
			.withMessageContaining("'other', but there are [distlockProvider]");
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.fencing.FencingSettings;
import io.distlock.testserver.jdbc.TestDatabase;
import io.distlock.transactional.TransactionLockException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What locks of transactions keep on every database. In REPEATABLE READ two nodes sell
 * two of one unit: the second one waits for the lock of the first, and then reads the
 * stock as it was before, so that isolation is refused.
 */
abstract class AbstractTransactionLocksTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final TestDatabase database;

	private HikariDataSource pool;

	Node node;

	private Node other;

	AbstractTransactionLocksTests(TestDatabase database) {
		this.database = database;
	}

	@BeforeEach
	void open() {
		this.pool = this.database.open(12);
		this.node = new Node(this.pool);
		this.other = new Node(Node.pool(this.pool, 12));
		this.node.jdbc.execute("create table stock (item varchar(20) primary key, units int not null)");
		this.node.jdbc.execute("create table sale (id int primary key)");
		this.node.jdbc.update("insert into stock values ('book', 20)");
	}

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		assertThat(this.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
		this.other.close();
		this.node.close();
	}

	@Test
	void twoNodesSellWhatIsThereAndNoMore() throws Exception {
		List<Future<Boolean>> buyers = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			Node seller = (i % 2 == 0) ? this.node : this.other;
			int id = i;
			buyers.add(this.threads.submit(() -> seller.call(() -> sell(seller, id))));
		}
		int sold = 0;
		for (Future<Boolean> buyer : buyers) {
			sold += buyer.get(60, TimeUnit.SECONDS) ? 1 : 0;
		}
		assertThat(sold).isEqualTo(20);
		assertThat(units()).isZero();
		assertThat(sales()).isEqualTo(20);
	}

	private boolean sell(Node seller, int id) {
		seller.locks.lock("stock:book");
		Integer units = seller.jdbc.queryForObject("select units from stock where item = 'book'", Integer.class);
		if (units == 0) {
			return false;
		}
		seller.jdbc.update("insert into sale values (?)", id);
		seller.jdbc.update("update stock set units = ? where item = 'book'", units - 1);
		return true;
	}

	@ParameterizedTest
	@ValueSource(ints = { TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE,
			TransactionDefinition.ISOLATION_READ_UNCOMMITTED })
	void otherIsolationIsRefused(int isolation) {
		assertThatExceptionOfType(TransactionLockException.class)
			.isThrownBy(() -> this.node.transaction((transaction) -> transaction.setIsolationLevel(isolation))
				.executeWithoutResult((status) -> this.node.locks.lock(LockRequest.of("stock", "book"))))
			.withMessageContaining("isolation is ")
			.withMessageContaining("Isolation.READ_COMMITTED")
			.satisfies((refused) -> assertThat(refused.getKey()).isEqualTo("stock:book"))
			.satisfies((refused) -> assertThat(refused.getName()).isEqualTo("stock"));
		assertThat(isFree("stock:book")).isTrue();
	}

	@Test
	void isolationIsThatOfTheConnectionAndNotWhatIsDeclared() {
		assertThatExceptionOfType(TransactionLockException.class).isThrownBy(() -> {
			try (HikariDataSource strict = Node.pool(this.pool, 2)) {
				strict.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
				Node undeclared = new Node(strict);
				undeclared
					.transaction(
							(transaction) -> transaction.setIsolationLevel(TransactionDefinition.ISOLATION_DEFAULT))
					.executeWithoutResult((status) -> undeclared.locks.lock("a"));
			}
		}).withMessageContaining("REPEATABLE READ");
	}

	@Test
	void lockEndsWithTheCommitAndWithTheRollback() throws Exception {
		for (boolean rollback : new boolean[] { false, true }) {
			this.node.transaction((plain) -> {
			}).executeWithoutResult((status) -> {
				this.node.locks.lock("a");
				assertThat(isFree("a")).isFalse();
				if (rollback) {
					status.setRollbackOnly();
				}
			});
			assertThat(isFree("a")).isTrue();
		}
	}

	@Test
	void nextHolderSeesWhatTheFirstOneWrote() throws Exception {
		Holder holder = hold("a", () -> this.node.jdbc.update("update stock set units = 7"));
		Future<Integer> next = this.threads.submit(() -> this.other.call(() -> {
			this.other.locks.lock("a");
			return units(this.other);
		}));
		assertThat(next).matches((future) -> !isDoneSoon(future), "waits");
		holder.end();
		assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(7);
	}

	@Test
	void waitTimesOutAndTheTransactionGoesOn() throws Exception {
		Holder holder = hold("a", () -> {
		});
		this.other.run(() -> {
			String before = lockTimeout(this.other);
			this.other.jdbc.update("update stock set units = 5");
			long begin = System.nanoTime();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.other.locks.lock("a", Duration.ofMillis(1100)))
				.withMessageContaining("'a'")
				.withMessageContaining("1.1s")
				.withMessageContaining("another transaction");
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1000));
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.other.locks.lock("a", Duration.ZERO));
			assertThat(lockTimeout(this.other)).isEqualTo(before);
			this.other.jdbc.update("insert into sale values (1)");
		});
		holder.end();
		assertThat(units()).isEqualTo(5);
		assertThat(sales()).isEqualTo(1);
	}

	@Test
	void lockTimeoutOfTheTransactionIsAsBeforeAfterAWait() throws Exception {
		Holder holder = hold("a", () -> {
		});
		Future<?> waiting = this.threads.submit(() -> this.other.run(() -> {
			setLockTimeout(this.other);
			String before = lockTimeout(this.other);
			this.other.locks.lock("a");
			assertThat(lockTimeout(this.other)).isEqualTo(before);
			assertThat(isFree("a")).isFalse();
		}));
		assertThat(waiting).matches((future) -> !isDoneSoon(future), "waits");
		holder.end();
		waiting.get(60, TimeUnit.SECONDS);
	}

	@Test
	void waitIsNoLongerThanTheTransaction() throws Exception {
		Holder holder = hold("a", () -> {
		});
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.other.transaction((transaction) -> transaction.setTimeout(2))
				.executeWithoutResult((status) -> this.other.locks.lock("a", Duration.ofMinutes(10))));
		holder.end();
	}

	@Test
	void deadlockIsToldAndTheOtherOneGoesOn() throws Exception {
		CyclicBarrier first = new CyclicBarrier(2);
		List<Future<?>> both = List.of(this.threads.submit(() -> lockInTurn(this.node, first, "a", "b")),
				this.threads.submit(() -> lockInTurn(this.other, first, "b", "a")));
		List<Throwable> failures = new ArrayList<>();
		for (Future<?> each : both) {
			try {
				each.get(30, TimeUnit.SECONDS);
			}
			catch (ExecutionException ex) {
				failures.add(ex.getCause());
			}
		}
		assertThat(failures).singleElement().satisfies((failure) -> {
			assertThat(failure).isInstanceOf(TransactionLockException.class);
			assertThat(failure).hasMessageContaining("deadlock")
				.hasMessageContaining("Try the whole transaction again");
		});
		assertThat(isFree("a")).isTrue();
		assertThat(isFree("b")).isTrue();
	}

	private void lockInTurn(Node node, CyclicBarrier first, String one, String two) {
		node.run(() -> {
			node.locks.lock(one);
			await(first);
			node.locks.lock(two);
		});
	}

	@Test
	void failureThatIsOverlookedKeepsTheTransactionFromCommitting() {
		assertThatExceptionOfType(TransactionLockException.class).isThrownBy(() -> this.node
			.transaction((transaction) -> transaction.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE))
			.executeWithoutResult((status) -> {
				assertThatExceptionOfType(TransactionLockException.class).isThrownBy(() -> this.node.locks.lock("a"));
				this.node.jdbc.update("insert into sale values (1)");
			}));
		assertThat(sales()).isZero();
	}

	@Test
	void keysThatAreLockedTogetherDoNotDeadlock() throws Exception {
		List<String> keys = IntStream.range(0, 30).mapToObj((i) -> "key:" + i).toList();
		List<String> reversed = new ArrayList<>(keys);
		Collections.reverse(reversed);
		AtomicInteger inside = new AtomicInteger();
		List<Future<?>> all = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			Node locker = (i % 2 == 0) ? this.node : this.other;
			List<String> order = (i % 3 == 0) ? keys : reversed;
			all.add(this.threads.submit(() -> locker.run(() -> {
				locker.locks.lock(LockRequest.ofAll(order).waitTime(Duration.ofSeconds(30)));
				assertThat(inside.incrementAndGet()).isEqualTo(1);
				inside.decrementAndGet();
			})));
		}
		for (Future<?> each : all) {
			each.get(60, TimeUnit.SECONDS);
		}
		assertThat(isFree("key:0")).isTrue();
		assertThat(isFree("key:29")).isTrue();
	}

	@Test
	void severalKeysAreLockedWithinOneWait() throws Exception {
		Holder holder = hold("b", () -> {
		});
		this.other.run(() -> {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> this.other.locks
					.lock(LockRequest.ofAll(List.of("c", "b", "a")).name("letters").waitTime(Duration.ofMillis(100))))
				.satisfies((busy) -> assertThat(busy.getKey()).isEqualTo("b"))
				.satisfies((busy) -> assertThat(busy.getName()).isEqualTo("letters"));
			assertThat(isFree("a")).as("kept until the end").isFalse();
			assertThat(isFree("c")).isTrue();
		});
		holder.end();
	}

	@Test
	void lockEndsWithTheConnection() throws Exception {
		CountDownLatch locked = new CountDownLatch(1);
		CountDownLatch killed = new CountDownLatch(1);
		List<Long> session = new ArrayList<>();
		Future<?> holder = this.threads.submit(() -> this.node.run(() -> {
			this.node.locks.lock("a");
			session.add(this.node.jdbc.queryForObject(sessionId(), Long.class));
			locked.countDown();
			await(killed);
			this.node.jdbc.update("update stock set units = 1");
		}));
		await(locked);
		assertThat(isFree("a")).isFalse();
		kill(session.get(0));
		this.other.run(() -> this.other.locks.lock("a", Duration.ofSeconds(20)));
		killed.countDown();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> holder.get(60, TimeUnit.SECONDS))
			.withCauseInstanceOf(RuntimeException.class)
			.satisfies((failure) -> assertThat(failure.getCause()).isInstanceOfAny(DataAccessException.class,
					TransactionException.class));
		assertThat(units(this.other)).isEqualTo(20);
	}

	private String sessionId() {
		return switch (this.database) {
			case H2 -> "select session_id()";
			case POSTGRESQL -> "select pg_backend_pid()";
			default -> "select connection_id()";
		};
	}

	private void kill(long session) {
		switch (this.database) {
			case H2 -> this.other.jdbc.queryForObject("select abort_session(" + session + ")", Boolean.class);
			case POSTGRESQL ->
				this.other.jdbc.queryForObject("select pg_terminate_backend(" + session + ")", Boolean.class);
			default -> this.other.jdbc.execute("kill " + session);
		}
	}

	@Test
	void firstUsersOfAKeyWaitForEachOtherAndNothingElse() throws Exception {
		for (int round = 0; round < 5; round++) {
			String key = "new:" + round;
			AtomicInteger inside = new AtomicInteger();
			CyclicBarrier begin = new CyclicBarrier(10);
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < 10; i++) {
				Node locker = (i % 2 == 0) ? this.node : this.other;
				all.add(this.threads.submit(() -> {
					await(begin);
					locker.run(() -> {
						locker.locks.lock(key);
						assertThat(inside.incrementAndGet()).isEqualTo(1);
						inside.decrementAndGet();
					});
				}));
			}
			for (Future<?> each : all) {
				each.get(30, TimeUnit.SECONDS);
			}
		}
	}

	@Test
	void transactionLocksTheSameOnce() {
		this.node.run(() -> {
			this.node.locks.lock("a");
			this.node.locks.lock("a", Duration.ZERO);
			this.node.locks.lock(LockRequest.ofAll(List.of("b", "a")));
			assertThat(isFree("b")).isFalse();
		});
		assertThat(isFree("b")).isTrue();
	}

	@Test
	void innerTransactionThatWouldWaitForItsOuterOneIsRefusedAtOnce() {
		this.node.run(() -> {
			this.node.locks.lock("a");
			assertThatExceptionOfType(TransactionLockException.class)
				.isThrownBy(() -> inner(() -> this.node.locks.lock("a")))
				.withMessageContaining("outer transaction")
				.withMessageContaining("REQUIRES_NEW");
			inner(() -> this.node.locks.lock("b"));
			assertThat(isFree("b")).isTrue();
			this.node.locks.lock("a");
			assertThat(isFree("a")).isFalse();
		});
		assertThat(isFree("a")).isTrue();
		inner(() -> this.node.locks.lock("a"));
	}

	private void inner(Runnable work) {
		this.node
			.transaction(
					(transaction) -> transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW))
			.executeWithoutResult((status) -> work.run());
	}

	@Test
	void lockThatWasUndoneWithASavepointIsTakenAgain() {
		this.node.transaction((plain) -> {
		}).executeWithoutResult((outer) -> {
			this.node.locks.lock("a");
			nested();
			assertThat(isFree("a")).isFalse();
			this.node.locks.lock("b");
			assertThat(isFree("b")).isFalse();
		});
	}

	private void nested() {
		this.node
			.transaction((transaction) -> transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED))
			.executeWithoutResult((status) -> {
				this.node.locks.lock("b");
				assertThat(isFree("b")).isFalse();
				status.setRollbackOnly();
			});
	}

	@Test
	void lockNeedsATransaction() {
		assertThatExceptionOfType(TransactionLockException.class).isThrownBy(() -> this.node.locks.lock("a"))
			.withMessageContaining("@Transactional");
	}

	@Test
	void lockOfAnotherManagerNeedsItsTransaction() {
		this.node.run(() -> {
			this.other.jdbc.queryForObject("select units from stock", Integer.class);
			assertThatExceptionOfType(TransactionLockException.class)
				.isThrownBy(() -> this.node.locks.of(this.other.manager).lock("a"));
			this.node.locks.of(this.node.manager).lock("a");
		});
	}

	@Test
	void transactionsOfTwoDatabasesAreToldApart() {
		this.node.run(() -> this.other.run(() -> {
			assertThatExceptionOfType(TransactionLockException.class).isThrownBy(() -> this.node.locks.lock("a"))
				.withMessageContaining("of 2 databases");
			this.node.locks.of(this.other.manager).lock("a");
			assertThat(isFree("a")).isFalse();
		}));
	}

	@Test
	void keysOfTwoApplicationsAreApart() {
		JdbcTransactionLocks locks = new JdbcTransactionLocks(FencingSettings.of("other"), Duration.ZERO,
				(database) -> true, () -> (lock, request) -> false, () -> LockObserver.NONE);
		this.node.run(() -> {
			this.node.locks.lock("a");
			this.other.run(() -> locks.of(this.other.manager).lock("a"));
		});
		locks.close();
	}

	@Test
	void requestOfALeaseIsRefused() {
		this.node.run(() -> {
			for (LockRequest request : List.of(LockRequest.of("a").leaseTime(Duration.ofSeconds(1)),
					LockRequest.of("a").autoRenew(false), LockRequest.of("a").fenced())) {
				assertThatIllegalArgumentException().isThrownBy(() -> this.node.locks.lock(request))
					.withMessageContaining("has no lease");
			}
			assertThatIllegalArgumentException().isThrownBy(() -> this.node.locks.lock(LockRequest.of("a").shared()))
				.withMessageContaining("SHARED");
		});
	}

	@Test
	void keyThatIsNoTextIsRefused() {
		this.node.run(() -> assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> this.node.locks.lock("half \ud800")));
	}

	@Test
	void requestsAndHoldsAreObserved() throws Exception {
		List<String> told = new ArrayList<>();
		Node observed = new Node(Node.pool(this.pool, 2), recording(told));
		observed.run(() -> {
			observed.locks.lock(LockRequest.of("a").name("letters"));
			told.add("inside");
			observed.locks.lock("a");
		});
		assertThat(told).containsExactly("letters from transaction", "acquired a", "inside", "released");
		told.clear();
		Holder holder = hold("a", () -> {
		});
		observed.run(() -> assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> observed.locks.lock("a", Duration.ZERO)));
		holder.end();
		assertThat(told).containsExactly("null from transaction", "BUSY");
		observed.close();
	}

	private static LockObserver recording(List<String> told) {
		return (request, provider) -> {
			told.add(request.name() + " from " + provider);
			return new LockObserver.Acquisition() {

				@Override
				public LockObserver.Holding acquired(HeldLock lock) {
					told.add("acquired " + lock.key());
					return holding(told);
				}

				@Override
				public void notAcquired(LockObserver.Reason reason, @Nullable Throwable failure) {
					told.add(reason.name());
				}

			};
		};
	}

	private static LockObserver.Holding holding(List<String> told) {
		return new LockObserver.Holding() {

			@Override
			public void released() {
				told.add("released");
			}

			@Override
			public void lost(LockLostException loss) {
				told.add("lost");
			}

		};
	}

	private int units() {
		return units(this.node);
	}

	private static int units(Node node) {
		return node.jdbc.queryForObject("select units from stock where item = 'book'", Integer.class);
	}

	private int sales() {
		return this.node.jdbc.queryForObject("select count(*) from sale", Integer.class);
	}

	private String lockTimeout(Node node) {
		String query = switch (this.database) {
			case H2 -> "select lock_timeout()";
			case POSTGRESQL -> "select current_setting('lock_timeout')";
			default -> "select @@session.innodb_lock_wait_timeout";
		};
		return node.jdbc.queryForObject(query, String.class);
	}

	private void setLockTimeout(Node node) {
		String statement = switch (this.database) {
			case H2 -> "set lock_timeout 7000";
			case POSTGRESQL -> "set local lock_timeout = '7s'";
			default -> "set session innodb_lock_wait_timeout = 7";
		};
		node.jdbc.execute(statement);
	}

	/**
	 * Ask on another thread, as a third node would.
	 */
	boolean isFree(String key) {
		Callable<Boolean> attempt = () -> this.other.call(() -> {
			try {
				this.other.locks.of(this.other.manager).lock(key, Duration.ZERO);
				return true;
			}
			catch (LockNotAcquiredException ex) {
				return false;
			}
		});
		try {
			return this.threads.submit(attempt).get(60, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Holder hold(String key, Runnable work) {
		CountDownLatch locked = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		Future<?> result = this.threads.submit(() -> this.node.run(() -> {
			this.node.locks.lock(key);
			work.run();
			locked.countDown();
			await(end);
		}));
		await(locked);
		return new Holder(result, end);
	}

	private static boolean isDoneSoon(Future<?> future) {
		try {
			future.get(300, TimeUnit.MILLISECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (Exception ex) {
			return true;
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(30, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private record Holder(Future<?> result, CountDownLatch signal) {

		void end() throws Exception {
			this.signal.countDown();
			this.result.get(30, TimeUnit.SECONDS);
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockMode;
import io.distlock.contract.Renewed;
import io.distlock.jdbc.JdbcSharesTests.Database;
import io.distlock.jdbc.internal.connection.ConnectionSource;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.scheduling.ledger.JobState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * A node that is not heard of again inside a transaction, whose session the server keeps:
 * it leaves rows locked until the server ends that session.
 */
@Tag("databases")
class VanishedNodeTests {

	private static final Duration LEASE = Duration.ofMinutes(10);

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<AutoCloseable> opened = new ArrayList<>();

	private DataSource database;

	@AfterEach
	void close() throws Exception {
		this.threads.shutdownNow();
		for (AutoCloseable each : this.opened) {
			each.close();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "POSTGRESQL", "MARIADB" })
	void otherNodesGetOnAfterATransactionOfOneThatVanished(Database kind) throws Exception {
		open(kind);
		JdbcLockProvider other = provider(this.database);
		LockKey renewed = new LockKey("app", "renewed", LockMode.SHARED);
		LockKey job = new LockKey("app", "job");
		Lease kept = granted(other, renewed);
		List<Vanishing> vanishing = List.of(vanish((node) -> ask(node, new LockKey("app", "read", LockMode.SHARED))),
				vanish((node) -> ask(node, new LockKey("app", "permit", LockMode.PERMIT))),
				vanish((node) -> node.jobLedger().write(job, 0, JobState.unknown(), List.of(), 1)),
				vanish((node) -> Renewed.of(node, List.of(kept)).outcome(kept)));
		getOn(() -> ask(other, new LockKey("app", "read")) instanceof Attempt.Granted);
		getOn(() -> ask(other, new LockKey("app", "permit")) instanceof Attempt.Granted);
		getOn(() -> other.jobLedger().write(job, 0, JobState.unknown(), List.of(), 1).isPresent());
		getOn(() -> Renewed.of(other, List.of(kept)).outcome(kept) == Renewed.Outcome.KEPT);
		for (Vanishing each : vanishing.subList(0, 3)) {
			LockStoreException failure = catchThrowableOfType(LockStoreException.class, each::comeBack);
			assertThat(failure.getOutcome())
				.isEqualTo((kind == Database.POSTGRESQL) ? Outcome.TRANSIENT : Outcome.UNKNOWN);
		}
		assertThat(vanishing.get(3).comeBack()).isEqualTo(Renewed.Outcome.UNKNOWN);
	}

	/**
	 * MariaDB and MySQL renew exclusive locks in one transaction, all of a node.
	 */
	@ParameterizedTest
	@EnumSource(names = "MARIADB")
	void otherNodesGetOnAfterARenewalOfOneThatVanished(Database kind) throws Exception {
		open(kind);
		JdbcLockProvider other = provider(this.database);
		Lease kept = granted(other, new LockKey("app", "kept"));
		vanish((node) -> Renewed.of(node, List.of(kept)).outcome(kept));
		getOn(() -> other.release(kept.key(), kept.owner()));
	}

	@ParameterizedTest
	@EnumSource(names = { "POSTGRESQL", "MARIADB", "MYSQL" })
	void ownSessionsHaveBoundsAndThoseOfTheApplicationKeepTheirs(Database kind) throws Exception {
		open(kind);
		String own = switch (kind) {
			case POSTGRESQL -> "10s";
			case MARIADB -> "10 10 180";
			default -> "180";
		};
		HikariDataSource pool = pool(this.database);
		try (ConnectionSource source = new ConnectionSource(pool, 1); Connection connection = source.borrow()) {
			assertThat(bounds(connection, kind)).isEqualTo(own);
		}
		try (Connection connection = this.database.getConnection()) {
			String theirs = bounds(connection, kind);
			try (ConnectionSource source = new ConnectionSource(new SingleConnectionDataSource(connection, true), 1);
					Connection borrowed = source.borrow()) {
				assertThat(bounds(borrowed, kind)).isEqualTo(theirs).isNotEqualTo(own);
			}
		}
	}

	/**
	 * MariaDB before 10.3 does not know the variables.
	 */
	@ParameterizedTest
	@EnumSource(names = "MARIADB")
	void oldServerIsNotAskedForWhatItDoesNotKnow(Database kind) throws Exception {
		open(kind);
		HikariDataSource pool = pool(new OldDatabase(this.database, 10, 2));
		try (ConnectionSource source = new ConnectionSource(pool, 1); Connection connection = source.borrow()) {
			assertThat(bounds(connection, kind)).isEqualTo("0 0 180");
		}
	}

	private static String bounds(Connection connection, Database kind) {
		String sql = switch (kind) {
			case POSTGRESQL -> "show idle_in_transaction_session_timeout";
			case MARIADB ->
				"select concat_ws(' ', @@idle_transaction_timeout, @@idle_write_transaction_timeout, @@wait_timeout)";
			default -> "select @@session.wait_timeout";
		};
		return new JdbcTemplate(new SingleConnectionDataSource(connection, true)).queryForObject(sql, String.class);
	}

	private void open(Database kind) {
		this.database = kind.dataSource(kind.url());
		new JdbcLockSchema(this.database, "DISTLOCK_").create();
	}

	private static void getOn(Callable<Boolean> request) {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(100))
			.ignoreException(LockStoreException.class)
			.until(request);
	}

	private Vanishing vanish(Request request) throws InterruptedException {
		Vanishing vanishing = new Vanishing(this.database);
		JdbcLockProvider node = provider(vanishing);
		vanishing.answer = this.threads.submit(() -> request.call(node));
		assertThat(vanishing.silent.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		return vanishing;
	}

	private JdbcLockProvider provider(DataSource target) {
		JdbcLockProvider provider = new JdbcLockProvider(pool(target), JdbcLockSettings.defaults());
		this.opened.add(provider);
		return provider;
	}

	private HikariDataSource pool(DataSource target) {
		HikariDataSource pool = new HikariDataSource();
		pool.setDataSource(target);
		this.opened.add(pool);
		return pool;
	}

	private static Lease granted(JdbcLockProvider node, LockKey key) {
		return ((Attempt.Granted) ask(node, key)).lease();
	}

	private static Attempt ask(JdbcLockProvider node, LockKey key) {
		Permits permits = (key.mode() == LockMode.PERMIT) ? new Permits(1, 1) : Permits.NONE;
		try (Contender contender = node.contend(LockClaim.of(key, LEASE, 1, "node 1").withPermits(permits), () -> {
		})) {
			return contender.attempt(new LockOwner("vanished:" + OWNERS.incrementAndGet()));
		}
	}

	private interface Request {

		Object call(JdbcLockProvider node);

	}

	/**
	 * Opens sessions on which nothing more is said once the first transaction is to be
	 * committed, until the node comes back.
	 */
	private static final class Vanishing extends DelegatingDataSource {

		private final CountDownLatch silent = new CountDownLatch(1);

		private final CountDownLatch back = new CountDownLatch(1);

		private Future<Object> answer;

		Vanishing(DataSource target) {
			super(target);
		}

		Object comeBack() throws Exception {
			this.back.countDown();
			try {
				return this.answer.get();
			}
			catch (ExecutionException ex) {
				throw (Exception) ex.getCause();
			}
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection target = super.getConnection();
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					(proxy, method, arguments) -> {
						if (method.getName().equals("commit")) {
							this.silent.countDown();
							this.back.await();
						}
						try {
							return method.invoke(target, arguments);
						}
						catch (InvocationTargetException ex) {
							throw ex.getTargetException();
						}
					});
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.util.Credentials;
import io.distlock.jdbc.internal.connection.ConnectionSource;
import io.distlock.jdbc.internal.connection.SessionDataSource;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockStoreException;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.greaterThan;

/**
 * Where the provider's connections come from.
 */
@Tag("timing")
class ConnectionSourceTests {

	private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final HikariDataSource business = new HikariDataSource();

	@AfterEach
	void close() {
		this.business.close();
	}

	@Test
	void applicationsPoolThatIsUsedUpDoesNotMatterWhereItIsHikaris() throws SQLException {
		DataSource used = business(this.url, "sa");
		try (Connection all = used.getConnection();
				ConnectionSource source = new ConnectionSource(new LazyConnectionDataSourceProxy(used), 1);
				Connection own = source.borrow()) {
			assertThat(all.isValid(1) && own.isValid(1)).isTrue();
			assertThat(source.describe()).contains("distlock.jdbc.pool-size").doesNotContain("application");
		}
	}

	@Test
	void changedCredentialsOfTheApplicationsPoolAreUsed() throws SQLException {
		DataSource used = business(this.url, "sa");
		JdbcTemplate jdbc = new JdbcTemplate(used);
		jdbc.execute("create user other password 'secret' admin");
		try (ConnectionSource source = new ConnectionSource(used, 2); Connection before = source.borrow()) {
			this.business.getHikariConfigMXBean().setUsername("other");
			this.business.getHikariConfigMXBean().setPassword("secret");
			try (Connection after = source.borrow()) {
				assertThat(before.getMetaData().getUserName()).isEqualToIgnoringCase("sa");
				assertThat(after.getMetaData().getUserName()).isEqualToIgnoringCase("other");
			}
		}
	}

	@Test
	void credentialsProviderOfTheApplicationsPoolIsAsked() throws SQLException {
		new JdbcTemplate(new DriverManagerDataSource(this.url, "sa", ""))
			.execute("create user rotating password 'first' admin");
		AtomicReference<String> password = new AtomicReference<>("first");
		this.business.setJdbcUrl(this.url);
		this.business.setMaximumPoolSize(1);
		this.business.setCredentialsProvider(() -> Credentials.of("rotating", password.get()));
		try (ConnectionSource source = new ConnectionSource(this.business, 2); Connection before = source.borrow()) {
			new JdbcTemplate(this.business).execute("alter user rotating set password 'second'");
			password.set("second");
			try (Connection after = source.borrow()) {
				assertThat(before.getMetaData().getUserName()).isEqualToIgnoringCase("rotating");
				assertThat(after.getMetaData().getUserName()).isEqualToIgnoringCase("rotating");
			}
		}
	}

	@Test
	void credentialsThatASubclassOfThePoolMakesAreUsed() throws SQLException {
		try (HikariDataSource own = new HikariDataSource() {

			@Override
			public Credentials getCredentials() {
				return Credentials.of("sa", "");
			}

		}) {
			own.setJdbcUrl(this.url);
			own.setUsername("stale");
			try (ConnectionSource source = new ConnectionSource(own, 1); Connection connection = source.borrow()) {
				assertThat(connection.getMetaData().getUserName()).isEqualToIgnoringCase("sa");
			}
		}
	}

	@Test
	void poolOfNamedDataSourceIsNotShared() throws SQLException {
		System.setProperty(Context.INITIAL_CONTEXT_FACTORY, NamedDataSource.class.getName());
		NamedDataSource.TARGET.set(new DriverManagerDataSource(this.url, "sa", ""));
		this.business.setDataSourceJNDI(NamedDataSource.NAME);
		this.business.setMaximumPoolSize(1);
		try (Connection all = this.business.getConnection();
				ConnectionSource source = new ConnectionSource(this.business, 1);
				Connection own = source.borrow()) {
			assertThat(all.isValid(1) && own.isValid(1)).isTrue();
		}
		finally {
			System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
		}
	}

	@Test
	void settingsOfTheApplicationsPoolAreThoseOfOurs() throws SQLException {
		AtomicInteger adjudicated = new AtomicInteger();
		HikariDataSource used = business(this.url, "sa");
		new JdbcTemplate(new DriverManagerDataSource(this.url, "sa", "")).execute("create schema ORDERS");
		used.setConnectionInitSql("set @greeting = 'hello'");
		used.setSchema("ORDERS");
		used.setMaxLifetime(123_456);
		used.setKeepaliveTime(45_678);
		used.setExceptionOverride(new SQLExceptionOverride() {

			@java.lang.Override
			public SQLExceptionOverride.Override adjudicate(SQLException ex) {
				adjudicated.incrementAndGet();
				return SQLExceptionOverride.Override.DO_NOT_EVICT;
			}

		});
		try (ConnectionSource source = new ConnectionSource(used, 1); Connection own = source.borrow()) {
			assertThat(own.getSchema()).isEqualTo("ORDERS");
			assertThat(setting(own, "select @greeting")).isEqualTo("hello");
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> setting(own, "select no_column"));
			assertThat(adjudicated).hasPositiveValue();
		}
	}

	@Test
	void applicationsPoolAndDriversStayAsTheyWere() throws SQLException {
		int loginTimeout = DriverManager.getLoginTimeout();
		HikariDataSource used = business(this.url, "sa");
		used.setPoolName("shop");
		used.setConnectionTimeout(7000);
		used.addDataSourceProperty("LOCK_TIMEOUT", "123");
		try (ConnectionSource source = new ConnectionSource(used, 3); Connection own = source.borrow()) {
			assertThat(own.isValid(1)).isTrue();
			assertThat(DriverManager.getLoginTimeout()).isEqualTo(loginTimeout);
			assertThat(used.isRunning()).isFalse();
			assertThat(used.getPoolName()).isEqualTo("shop");
			assertThat(used.getMaximumPoolSize()).isOne();
			assertThat(used.getConnectionTimeout()).isEqualTo(7000);
			assertThat(used.getDataSourceProperties()).hasSize(1);
			assertThat(used.getCredentialsProvider()).isNull();
		}
		assertThat(used.isClosed()).isFalse();
		try (Connection theirs = used.getConnection()) {
			assertThat(theirs.isValid(1)).isTrue();
		}
	}

	@Test
	void poolThatWrapsAnotherDataSourceIsNotShared() throws SQLException {
		this.business.setDataSource(new DriverManagerDataSource(this.url, "sa", ""));
		this.business.setMaximumPoolSize(1);
		try (Connection all = this.business.getConnection();
				ConnectionSource source = new ConnectionSource(this.business, 1);
				Connection own = source.borrow()) {
			assertThat(all.isValid(1) && own.isValid(1)).isTrue();
		}
	}

	@Test
	void poolOfDataSourceClassIsNotShared() throws SQLException {
		this.business.setDataSourceClassName("org.h2.jdbcx.JdbcDataSource");
		this.business.addDataSourceProperty("url", this.url);
		this.business.addDataSourceProperty("user", "sa");
		this.business.setMaximumPoolSize(1);
		try (Connection all = this.business.getConnection();
				ConnectionSource source = new ConnectionSource(this.business, 1);
				Connection own = source.borrow()) {
			assertThat(all.isValid(1) && own.isValid(1)).isTrue();
		}
	}

	@Test
	void borrowedConnectionGoesBackAsItCame() throws SQLException {
		PostgresServer server = PostgresServer.shared();
		try (Connection physical = server.dataSource(server.newDatabase()).getConnection()) {
			physical.setAutoCommit(false);
			physical.setReadOnly(true);
			physical.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
			physical.setNetworkTimeout(Runnable::run, 1234);
			setting(physical, "select set_config('lock_timeout', '777ms', false)");
			physical.commit();
			SessionDataSource sessions = new SessionDataSource(new SingleConnectionDataSource(physical, true), true);
			try (Connection session = sessions.getConnection()) {
				assertThat(session.getAutoCommit()).isTrue();
				assertThat(session.isReadOnly()).isFalse();
				assertThat(session.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
				assertThat(session.getNetworkTimeout()).isEqualTo(5000);
				assertThat(setting(session, "show lock_timeout")).isEqualTo("2s");
			}
			assertThat(setting(physical, "show lock_timeout")).isEqualTo("777ms");
			assertThat(physical.getAutoCommit()).isFalse();
			assertThat(physical.isReadOnly()).isTrue();
			assertThat(physical.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
			assertThat(physical.getNetworkTimeout()).isEqualTo(1234);
		}
	}

	@Test
	void connectionThatCouldNotBeSetUpGoesBackAsItCame() throws SQLException {
		PostgresServer server = PostgresServer.shared();
		try (Connection physical = server.dataSource(server.newDatabase()).getConnection()) {
			physical.setAutoCommit(false);
			physical.setNetworkTimeout(Runnable::run, 1234);
			CountingDataSource counting = new CountingDataSource(new SingleConnectionDataSource(physical, true));
			counting.failNext(new SQLException("canceling statement due to statement timeout", "57014"));
			SessionDataSource sessions = new SessionDataSource(counting, true);
			assertThatExceptionOfType(SQLException.class).isThrownBy(sessions::getConnection)
				.withMessageContaining("canceling");
			assertThat(physical.getAutoCommit()).isFalse();
			assertThat(physical.getNetworkTimeout()).isEqualTo(1234);
		}
	}

	@Test
	void borrowedConnectionToMariaDbGoesBackAsItCame() throws SQLException {
		MariaDbServer server = MariaDbServer.shared();
		try (Connection physical = server.dataSource(server.newDatabase()).getConnection();
				Statement statement = physical.createStatement()) {
			statement.execute("set session innodb_lock_wait_timeout = 7");
			physical.setAutoCommit(false);
			SessionDataSource sessions = new SessionDataSource(new SingleConnectionDataSource(physical, true), true);
			try (Connection session = sessions.getConnection()) {
				assertThat(setting(session, "select @@innodb_lock_wait_timeout")).isEqualTo("2");
			}
			assertThat(setting(physical, "select @@innodb_lock_wait_timeout")).isEqualTo("7");
			assertThat(physical.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
			assertThat(physical.getAutoCommit()).isFalse();
		}
	}

	/**
	 * The pool looks only at connections that were idle, and does not know what H2 says
	 * of one that is dead.
	 */
	@Test
	void busyConnectionOfARestartedServerIsReplaced() {
		try (H2Server server = new H2Server()) {
			server.start();
			LockDatabase database = new LockDatabase(business(server.newDatabase(), server.user()), "DISTLOCK_", 1);
			AtomicInteger answers = new AtomicInteger();
			Thread busy = new Thread(() -> askAllTheTime(database, answers));
			busy.setDaemon(true);
			busy.start();
			await().untilAtomic(answers, greaterThan(0));
			server.kill();
			server.start();
			int before = answers.get();
			await().atMost(Duration.ofSeconds(30)).untilAtomic(answers, greaterThan(before + 1));
			busy.interrupt();
		}
	}

	private static void askAllTheTime(LockDatabase database, AtomicInteger answers) {
		while (!Thread.currentThread().isInterrupted()) {
			try {
				answers.addAndGet(database.run(SchemaTable.JOB_RUN, () -> "ask", (connection, dialect) -> {
					try (Statement statement = connection.createStatement()) {
						return statement.executeQuery("select 1").next() ? 1 : 0;
					}
				}));
			}
			catch (LockStoreException ex) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
			}
		}
		database.close();
	}

	/**
	 * The pool asks one after the other, for a second each, and gives all others up when
	 * its time is over.
	 */
	@Test
	void connectionsThatHaveFallenSilentAreGivenUpTogether() throws SQLException {
		PostgresServer server = PostgresServer.shared();
		try (FaultyRelay relay = new FaultyRelay(server.port());
				ConnectionSource source = new ConnectionSource(
						business(server.newDatabase().replace(":" + server.port(), ":" + relay.port()), server.user()),
						8)) {
			List<Connection> burst = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				burst.add(source.borrow());
			}
			for (Connection each : burst) {
				source.giveBack(each, null);
			}
			long idleSince = System.nanoTime();
			await().until(() -> System.nanoTime() - idleSince > Duration.ofMillis(600).toNanos());
			assertThat(relay.silence(false)).isGreaterThanOrEqualTo(8);
			assertThatExceptionOfType(SQLException.class).isThrownBy(source::borrow);
			source.giveBack(source.borrow(), null);
		}
	}

	@Test
	void waitsForRowsAndAnswersAreBounded() throws SQLException {
		PostgresServer server = PostgresServer.shared();
		DataSource used = business(server.newDatabase(), server.user());
		try (ConnectionSource source = new ConnectionSource(used, 1); Connection own = source.borrow()) {
			assertThat(setting(own, "show lock_timeout")).isEqualTo("2s");
			assertThat(setting(own, "show idle_in_transaction_session_timeout")).isEqualTo("10s");
			assertThat(own.getNetworkTimeout()).isEqualTo(5000);
		}
	}

	@Test
	void waitsForRowsAndAnswersAreBoundedOnMariaDb() throws SQLException {
		MariaDbServer server = MariaDbServer.shared();
		DataSource used = business(server.newDatabase(), server.user());
		try (ConnectionSource source = new ConnectionSource(used, 1); Connection own = source.borrow()) {
			assertThat(setting(own, "select @@innodb_lock_wait_timeout")).isEqualTo("2");
			assertThat(own.getMetaData().getURL()).contains("useServerPrepStmts=true");
			assertThat(own.getNetworkTimeout()).isEqualTo(5000);
			assertThat(own.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
		}
	}

	@Test
	void connectionsOfAnotherDataSourceAreKeptAndBrokenOnesReplaced() throws SQLException {
		CountingDataSource counting = new CountingDataSource(new DriverManagerDataSource(this.url, "sa", ""));
		try (ConnectionSource source = new ConnectionSource(counting, 2)) {
			source.giveBack(source.borrow(), null);
			source.giveBack(source.borrow(), null);
			assertThat(counting.connections()).isEqualTo(1);
			Connection broken = source.borrow();
			source.giveBack(broken, new SQLException("broken"));
			source.giveBack(source.borrow(), null);
			assertThat(counting.connections()).isEqualTo(2);
		}
	}

	@Test
	void waitingForAConnectionOfAnotherDataSourceIsBounded() throws SQLException {
		Semaphore connections = new Semaphore(1);
		DataSource small = new DelegatingDataSource(new DriverManagerDataSource(this.url, "sa", "")) {

			@Override
			public Connection getConnection() throws SQLException {
				connections.acquireUninterruptibly();
				return super.getConnection();
			}

		};
		try (Connection all = small.getConnection(); ConnectionSource source = new ConnectionSource(small, 1)) {
			assertThat(all.isValid(1)).isTrue();
			assertThatExceptionOfType(SQLException.class).isThrownBy(source::borrow);
			connections.release(2);
			Connection own = source.borrow();
			assertThatExceptionOfType(SQLException.class).isThrownBy(source::borrow)
				.matches(SqlErrors::isStarved, "is starved");
			source.giveBack(own, null);
		}
		assertThat(ConnectionSource.TIMEOUT).isLessThan(Duration.ofSeconds(10));
	}

	/**
	 * A release has to reach the database, whoever interrupts its thread.
	 */
	@Test
	void interruptedThreadGetsAConnectionAndStaysInterrupted() throws SQLException {
		for (DataSource used : List.of(business(this.url, "sa"), new DriverManagerDataSource(this.url, "sa", ""))) {
			try (ConnectionSource source = new ConnectionSource(used, 1)) {
				Thread.currentThread().interrupt();
				Connection own = source.borrow();
				assertThat(Thread.interrupted()).isTrue();
				assertThat(own.isValid(1)).isTrue();
				source.giveBack(own, null);
			}
			finally {
				Thread.interrupted();
			}
		}
	}

	private HikariDataSource business(String url, String user) {
		this.business.setJdbcUrl(url);
		this.business.setUsername(user);
		this.business.setPassword("");
		this.business.setMaximumPoolSize(1);
		return this.business;
	}

	private static String setting(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getString(1);
		}
	}

	/**
	 * A naming service that knows one data source.
	 */
	public static final class NamedDataSource implements InitialContextFactory {

		static final String NAME = "java:comp/env/jdbc/shop";

		static final AtomicReference<DataSource> TARGET = new AtomicReference<>();

		@Override
		public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
			return new InitialContext(true) {

				@Override
				public Object lookup(String name) throws NamingException {
					if (!NAME.equals(name)) {
						throw new NameNotFoundException(name);
					}
					return TARGET.get();
				}

			};
		}

	}

}

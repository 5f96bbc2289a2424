// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * A small HikariCP pool in addition to the application's, to the same database and with
 * the same settings. It asks the application's pool for the credentials each time, since
 * they may be changed while it runs.
 */
final class OwnPool extends DelegatingDataSource implements AutoCloseable {

	static final String NAME = "distlock";

	private static final List<String> IN_PROCESS = List.of("jdbc:h2:", "jdbc:hsqldb:", "jdbc:derby:");

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

	private static final String H2_TIMEOUT = "NETWORK_TIMEOUT";

	// Connections are kept elsewhere. This is the shortest that HikariCP allows.
	private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(10);

	private final HikariDataSource pool;

	private OwnPool(HikariDataSource pool) {
		super(pool);
		this.pool = pool;
	}

	// Returns the application's pool, null if it is none of HikariCP.
	private static @Nullable HikariDataSource business(DataSource dataSource) {
		try {
			boolean pool = !(dataSource instanceof AbstractRoutingDataSource)
					&& dataSource.isWrapperFor(HikariDataSource.class);
			return pool ? dataSource.unwrap(HikariDataSource.class) : null;
		}
		catch (SQLException ex) {
			return null;
		}
	}

	// Opens nothing. Returns null if the application's pool is none of HikariCP.
	static @Nullable OwnPool beside(DataSource dataSource, int size, Duration timeout) {
		HikariDataSource business = business(dataSource);
		if (business == null) {
			return null;
		}
		HikariConfig config = settings(business, size);
		config.setMinimumIdle(0);
		config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
		config.setConnectionTimeout(timeout.toMillis());
		config.setInitializationFailTimeout(-1);
		return start(config);
	}

	// Opens a pool of one connection beside one of HikariCP. A database that cannot be
	// reached is tried once.
	static OwnPool ofOne(DataSource dataSource) throws SQLException {
		HikariConfig config = settings(Objects.requireNonNull(business(dataSource)), 1);
		config.setMinimumIdle(1);
		config.setInitializationFailTimeout(1);
		try {
			return start(config);
		}
		catch (RuntimeException ex) {
			if (ex.getCause() instanceof SQLException cause) {
				throw cause;
			}
			throw ex;
		}
	}

	// Returns whether it is a pool of HikariCP that was used.
	static boolean isRunning(DataSource dataSource) {
		HikariDataSource business = business(dataSource);
		return business != null && business.isRunning();
	}

	// Returns whether it is a pool of HikariCP, of a database that does not live in this
	// JVM, where it may be gone with its last connection.
	static boolean isWorthwhile(DataSource dataSource) {
		HikariDataSource business = business(dataSource);
		String url = (business != null) ? business.getJdbcUrl() : null;
		return url != null && IN_PROCESS.stream().noneMatch(url::startsWith);
	}

	// A pool sets its own timeout as the one that drivers have in the whole JVM.
	private static OwnPool start(HikariConfig config) {
		int loginTimeout = DriverManager.getLoginTimeout();
		try {
			return new OwnPool(new HikariDataSource(config));
		}
		finally {
			DriverManager.setLoginTimeout(loginTimeout);
		}
	}

	private static HikariConfig settings(HikariDataSource business, int size) {
		HikariConfig config = new HikariConfig();
		business.copyStateTo(config);
		HikariCredentialsProvider credentials = business.getCredentialsProvider();
		config.setCredentialsProvider((credentials != null) ? credentials : business::getCredentials);
		config.setPoolName(NAME);
		config.setMaximumPoolSize(size);
		config.setAutoCommit(true);
		config.setReadOnly(false);
		config.setTransactionIsolation(null);
		config.setLeakDetectionThreshold(0);
		detach(config);
		if (config.getDataSource() != null) {
			config.setDataSource(new Untimed(config.getDataSource()));
		}
		else if (config.getJdbcUrl() != null && config.getDataSourceClassName() == null) {
			config.setJdbcUrl(options(config.getJdbcUrl(), config.getDataSourceProperties()));
			config.setDataSource(new OfDriver(config));
		}
		return config;
	}

	// Leaves out what belongs to the application's pool alone.
	private static void detach(HikariConfig config) {
		config.setAllowPoolSuspension(false);
		config.setRegisterMbeans(false);
		config.setScheduledExecutor(null);
		config.setHealthCheckRegistry(null);
		if (config.getMetricsTrackerFactory() != null) {
			config.setMetricsTrackerFactory(null);
		}
		else {
			config.setMetricRegistry(null);
		}
	}

	// Bounds the time for which a server may be silent, also while a connection is
	// opened,
	// which no setting of a connection can. A single silent server would otherwise hold
	// up
	// the pool for as long as its driver waits. The properties are an object that both
	// pools have, so the options go into the URL.
	private static String options(String url, Properties properties) {
		String connect = Long.toString(CONNECT_TIMEOUT.toMillis());
		String answer = Long.toString(SessionDataSource.ANSWER_TIMEOUT.toMillis());
		if (url.matches("jdbc:(mysql|mariadb):.*")) {
			String option = url.startsWith("jdbc:mysql:") ? "cachePrepStmts" : "useServerPrepStmts";
			return with(with(with(url, properties, option, "true"), properties, "connectTimeout", connect), properties,
					"socketTimeout", answer);
		}
		if (url.startsWith("jdbc:postgresql:")) {
			return with(with(url, properties, "connectTimeout", Long.toString(CONNECT_TIMEOUT.toSeconds())), properties,
					"socketTimeout", Long.toString(SessionDataSource.ANSWER_TIMEOUT.toSeconds()));
		}
		boolean remote = url.matches("(?i)jdbc:h2:(tcp:|ssl:|.*;AUTO_SERVER=TRUE).*");
		boolean known = url.matches("(?i).*;NETWORK_TIMEOUT=.*") || properties.containsKey(H2_TIMEOUT);
		return (remote && !known) ? "%s;%s=%s".formatted(url, H2_TIMEOUT, connect) : url;
	}

	private static String with(String url, Properties properties, String option, String value) {
		boolean known = url.contains(option + "=") || properties.containsKey(option);
		return known ? url : "%s%s%s=%s".formatted(url, url.contains("?") ? "&" : "?", option, value);
	}

	// Closes a connection instead of keeping it. Oracle's driver would commit what is
	// half done.
	void evict(Connection connection) {
		try {
			if (!connection.getAutoCommit()) {
				connection.rollback();
			}
		}
		catch (SQLException ex) {
			// There is nothing to undo on a connection that ended.
		}
		this.pool.evictConnection(connection);
	}

	@Override
	public void close() {
		this.pool.close();
	}

	/**
	 * A data source of the application, whose login timeout is not for this pool to set.
	 * HikariCP waits for that time at its end for a connection that it is opening, and
	 * warns if there is none.
	 */
	private static class Untimed extends DelegatingDataSource {

		Untimed(DataSource target) {
			super(target);
		}

		@Override
		public int getLoginTimeout() {
			return (int) CONNECT_TIMEOUT.plus(SessionDataSource.ANSWER_TIMEOUT).toSeconds();
		}

		@Override
		public void setLoginTimeout(int seconds) throws SQLException {
		}

	}

	/**
	 * The driver for a URL. A pool sets the login timeout of all drivers.
	 */
	private static final class OfDriver extends Untimed {

		OfDriver(HikariConfig config) {
			super(driver(config));
		}

		private static DataSource driver(HikariConfig config) {
			Properties properties = new Properties();
			config.getDataSourceProperties()
				.forEach((name, value) -> properties.setProperty(name.toString(), value.toString()));
			DriverManagerDataSource driver = new DriverManagerDataSource(config.getJdbcUrl(), properties);
			if (config.getDriverClassName() != null) {
				driver.setDriverClassName(config.getDriverClassName());
			}
			return driver;
		}

		@Override
		public void setLoginTimeout(int seconds) {
			DriverManager.setLoginTimeout(seconds);
		}

	}

}

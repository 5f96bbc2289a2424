// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.datasource.lookup.JndiDataSourceLookup;
import org.springframework.util.ClassUtils;

/**
 * Small HikariCP pool for locks. For a HikariCP pool of the application, this pool opens
 * connections to the same database with the same settings, and requests the credentials
 * from the application's pool each time, because they may change at run time. For other
 * data sources, this pool keeps connections of the application.
 */
final class OwnPool extends DelegatingDataSource implements AutoCloseable {

	static final String NAME = "distlock";

	private static final List<String> IN_PROCESS = List.of("jdbc:h2:", "jdbc:hsqldb:", "jdbc:derby:");

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

	private static final String H2_TIMEOUT = "NETWORK_TIMEOUT";

	private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

	private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(1);

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

	static boolean isPool(DataSource dataSource) {
		return business(dataSource) != null;
	}

	// Opens nothing. Its connections are others than those of the application's pool.
	static OwnPool beside(DataSource dataSource, int size, Duration timeout) {
		HikariConfig config = settings(Objects.requireNonNull(business(dataSource)));
		config.setDataSource(new SessionDataSource(config.getDataSource(), false));
		return open(config, size, timeout);
	}

	// Opens nothing. Its connections are those of the application, set up by the caller.
	static OwnPool over(TimedDataSource connections, int size, Duration timeout) {
		HikariConfig config = new HikariConfig();
		config.setPoolName(NAME);
		config.setDataSource(new Target(connections));
		return open(config, size, timeout);
	}

	private static OwnPool open(HikariConfig config, int size, Duration timeout) {
		config.setMaximumPoolSize(size);
		config.setMinimumIdle(0);
		config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
		config.setConnectionTimeout(timeout.toMillis());
		config.setValidationTimeout(VALIDATION_TIMEOUT.toMillis());
		config.setInitializationFailTimeout(-1);
		return new OwnPool(new HikariDataSource(config));
	}

	// Opens a pool of one connection beside one of HikariCP. A database that cannot be
	// reached is tried once.
	static OwnPool ofOne(DataSource dataSource) throws SQLException {
		HikariConfig config = settings(Objects.requireNonNull(business(dataSource)));
		config.setMaximumPoolSize(1);
		config.setMinimumIdle(1);
		config.setInitializationFailTimeout(1);
		try {
			return new OwnPool(new HikariDataSource(config));
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

	private static HikariConfig settings(HikariDataSource business) {
		HikariConfig config = new HikariConfig();
		business.copyStateTo(config);
		HikariCredentialsProvider credentials = business.getCredentialsProvider();
		config.setCredentialsProvider((credentials != null) ? credentials : business::getCredentials);
		config.setPoolName(NAME);
		config.setAutoCommit(true);
		config.setReadOnly(false);
		config.setTransactionIsolation(null);
		config.setLeakDetectionThreshold(0);
		detach(config);
		config.setDataSource(new Target(target(config)));
		config.setDataSourceClassName(null);
		return config;
	}

	private static DataSource target(HikariConfig config) {
		if (config.getDataSource() != null) {
			return config.getDataSource();
		}
		if (config.getDataSourceClassName() != null) {
			DataSource named = (DataSource) BeanUtils
				.instantiateClass(ClassUtils.resolveClassName(config.getDataSourceClassName(), null));
			new BeanWrapperImpl(named).setPropertyValues(config.getDataSourceProperties());
			return named;
		}
		if (config.getDataSourceJNDI() != null) {
			return new JndiDataSourceLookup().getDataSource(config.getDataSourceJNDI());
		}
		Properties properties = new Properties();
		config.getDataSourceProperties()
			.forEach((name, value) -> properties.setProperty(name.toString(), value.toString()));
		DriverManagerDataSource driver = new DriverManagerDataSource(
				options(config.getJdbcUrl(), config.getDataSourceProperties()), properties);
		if (config.getDriverClassName() != null) {
			driver.setDriverClassName(config.getDriverClassName());
		}
		return driver;
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

	// Bounds the silence of a server, also while a connection is opened, which no setting
	// of a connection can. A single silent server would otherwise block the pool for as
	// long as its driver waits. Both pools have the same properties object, so the
	// options go into the URL.
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

	// Closes connections that are not used. Those that are will be closed after it.
	void evictIdle() {
		this.pool.getHikariPoolMXBean().softEvictConnections();
	}

	void allow(int size) {
		this.pool.setMaximumPoolSize(size);
	}

	// A pool that has connections, but none that works, has lost its server: without
	// these, the next attempt opens one.
	@Override
	public Connection getConnection() throws SQLException {
		try {
			return super.getConnection();
		}
		catch (SQLTransientConnectionException ex) {
			if (this.pool.getHikariPoolMXBean().getIdleConnections() > 0) {
				evictIdle();
			}
			throw ex;
		}
	}

	@Override
	public void close() {
		this.pool.close();
	}

	/**
	 * Opens the connections of the pool. The login timeout is not set by this pool,
	 * because it may be common to all drivers. During its shutdown, HikariCP waits for
	 * that time for a connection being opened, and warns without a timeout.
	 */
	private static final class Target extends DelegatingDataSource {

		Target(DataSource target) {
			super(target);
		}

		@Override
		public int getLoginTimeout() {
			return (int) CONNECT_TIMEOUT.plus(SessionDataSource.ANSWER_TIMEOUT).toSeconds();
		}

		@Override
		public void setLoginTimeout(int seconds) {
		}

	}

}

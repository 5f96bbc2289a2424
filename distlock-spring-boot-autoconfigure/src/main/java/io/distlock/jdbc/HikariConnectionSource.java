package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import com.zaxxer.hikari.util.PropertyElf;
import com.zaxxer.hikari.util.UtilityElf;
import io.distlock.jdbc.StartupDataSource.State;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.datasource.lookup.JndiDataSourceLookup;

/**
 * A small pool of the provider's own. Where the application's {@link DataSource} is a
 * HikariCP pool, this one has connections of its own to the same database, so that
 * business code which uses up the application's pool cannot keep leases from being
 * renewed. Otherwise it takes its connections from the application's, and keeps them.
 */
final class HikariConnectionSource implements ConnectionSource {

	private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

	private static final List<String> IN_PROCESS = List.of("jdbc:h2:", "jdbc:hsqldb:", "jdbc:derby:");

	private final SessionDataSource sessions;

	private final HikariDataSource pool;

	private final boolean independent;

	private HikariConnectionSource(SessionDataSource sessions, HikariDataSource pool, boolean independent) {
		this.sessions = sessions;
		this.pool = pool;
		this.independent = independent;
	}

	static HikariConnectionSource of(DataSource dataSource, int poolSize) {
		HikariDataSource business = businessPool(dataSource);
		DataSource target = (business != null) ? databaseOf(business) : null;
		SessionDataSource sessions = new SessionDataSource((target != null) ? target : dataSource, target == null);
		HikariConfig config = settings(sessions, poolSize);
		if (business != null && target != null) {
			copySessionSettings(business, config);
		}
		return new HikariConnectionSource(sessions, new HikariDataSource(config), target != null);
	}

	/**
	 * Look at the application's pool. A database within this JVM may be gone with its
	 * last connection, so that only the pool is asked for those.
	 */
	static StartupDataSource startup(DataSource dataSource) {
		HikariDataSource business = businessPool(dataSource);
		if (business != null && business.isRunning()) {
			return new StartupDataSource(dataSource, State.OPEN);
		}
		DataSource target = (business != null && isRemote(business.getJdbcUrl())) ? databaseOf(business) : null;
		return (business != null && target != null)
				? new StartupDataSource(new BesidePool(target, business), State.UNUSED)
				: new StartupDataSource(dataSource, State.UNKNOWN);
	}

	private static boolean isRemote(@Nullable String url) {
		return url != null && IN_PROCESS.stream().noneMatch(url::startsWith);
	}

	@Override
	public Connection borrow() throws SQLException {
		return this.pool.getConnection();
	}

	/**
	 * HikariCP looks at a connection only if it was idle for a moment, and does not know
	 * every driver's way to say that one is dead: a busy one would fail for ever.
	 */
	@Override
	public void giveBack(Connection connection, boolean broken) throws SQLException {
		if (broken) {
			this.pool.evictConnection(connection);
		}
		connection.close();
	}

	@Override
	public Connection open() throws SQLException {
		return this.sessions.getConnection();
	}

	@Override
	public String describe() {
		String pool = "the pool '%s' of %d connections ('distlock.jdbc.pool-size')".formatted(this.pool.getPoolName(),
				this.pool.getMaximumPoolSize());
		return this.independent ? pool : pool
				+ ", which takes its connections from the application's DataSource: that one must have as many more";
	}

	@Override
	public void close() {
		this.pool.close();
	}

	private static HikariConfig settings(DataSource sessions, int poolSize) {
		HikariConfig config = new HikariConfig();
		config.setPoolName("distlock");
		config.setDataSource(sessions);
		config.setMaximumPoolSize(poolSize);
		config.setMinimumIdle(0);
		config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
		config.setConnectionTimeout(TIMEOUT.toMillis());
		config.setInitializationFailTimeout(-1);
		return config;
	}

	private static void copySessionSettings(HikariDataSource business, HikariConfig config) {
		config.setCatalog(business.getCatalog());
		config.setSchema(business.getSchema());
		config.setConnectionInitSql(business.getConnectionInitSql());
		config.setConnectionTestQuery(business.getConnectionTestQuery());
		config.setMaxLifetime(business.getMaxLifetime());
		config.setKeepaliveTime(business.getKeepaliveTime());
		config.setIsolateInternalQueries(business.isIsolateInternalQueries());
		config.setThreadFactory(business.getThreadFactory());
		if (business.getExceptionOverride() != null) {
			config.setExceptionOverride(business.getExceptionOverride());
		}
	}

	private static @Nullable HikariDataSource businessPool(DataSource dataSource) {
		try {
			boolean pool = !(dataSource instanceof AbstractRoutingDataSource)
					&& dataSource.isWrapperFor(HikariDataSource.class);
			return pool ? dataSource.unwrap(HikariDataSource.class) : null;
		}
		catch (SQLException ex) {
			return null;
		}
	}

	private static @Nullable DataSource databaseOf(HikariDataSource business) {
		if (business.getDataSource() != null) {
			return new CurrentCredentials(business.getDataSource(), business);
		}
		if (business.getDataSourceClassName() != null) {
			DataSource target = UtilityElf.createInstance(business.getDataSourceClassName(), DataSource.class);
			PropertyElf.setTargetFromProperties(target, business.getDataSourceProperties());
			return new CurrentCredentials(target, business);
		}
		if (business.getJdbcUrl() == null) {
			return (business.getDataSourceJNDI() != null) ? new CurrentCredentials(named(business), business) : null;
		}
		DataSource driver = new DriverDataSource(business.getJdbcUrl(), business.getDriverClassName(),
				driverProperties(business), business.getUsername(), business.getPassword());
		return new CurrentCredentials(driver, business);
	}

	// The same look-up as HikariCP's, which knows full names only.
	private static DataSource named(HikariDataSource business) {
		JndiDataSourceLookup lookup = new JndiDataSourceLookup();
		lookup.setResourceRef(false);
		return lookup.getDataSource(business.getDataSourceJNDI());
	}

	private static Properties driverProperties(HikariDataSource business) {
		Properties properties = new Properties();
		properties.putAll(business.getDataSourceProperties());
		preferPreparing(business.getJdbcUrl(), "jdbc:mysql:", "cachePrepStmts", properties);
		preferPreparing(business.getJdbcUrl(), "jdbc:mariadb:", "useServerPrepStmts", properties);
		return properties;
	}

	private static void preferPreparing(String url, String driver, String option, Properties properties) {
		if (url.startsWith(driver) && !url.contains(option)) {
			properties.putIfAbsent(option, "true");
		}
	}

	/**
	 * Asks the application's pool for the credentials each time, since they may be
	 * changed while it runs.
	 */
	private static final class CurrentCredentials extends DelegatingDataSource {

		private final HikariDataSource business;

		private CurrentCredentials(DataSource target, HikariDataSource business) {
			super(target);
			this.business = business;
		}

		@Override
		public Connection getConnection() throws SQLException {
			Credentials credentials = credentials();
			return (credentials.getUsername() != null)
					? getConnection(credentials.getUsername(), credentials.getPassword()) : super.getConnection();
		}

		private Credentials credentials() {
			HikariCredentialsProvider provider = this.business.getCredentialsProvider();
			Credentials provided = (provider != null) ? provider.getCredentials() : null;
			return (provided != null) ? provided : this.business.getCredentials();
		}

	}

	/**
	 * Opens connections that are like those of the application's pool.
	 */
	private static final class BesidePool extends DelegatingDataSource {

		private final HikariDataSource business;

		private BesidePool(DataSource target, HikariDataSource business) {
			super(target);
			this.business = business;
		}

		@Override
		public Connection getConnection() throws SQLException {
			Connection connection = super.getConnection();
			try {
				return prepared(connection);
			}
			catch (SQLException | RuntimeException ex) {
				connection.close();
				throw ex;
			}
		}

		private Connection prepared(Connection connection) throws SQLException {
			if (this.business.getCatalog() != null) {
				connection.setCatalog(this.business.getCatalog());
			}
			if (this.business.getSchema() != null) {
				connection.setSchema(this.business.getSchema());
			}
			if (this.business.getConnectionInitSql() != null) {
				SessionDataSource.execute(connection, this.business.getConnectionInitSql());
			}
			return connection;
		}

	}

}

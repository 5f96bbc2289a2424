// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariCredentialsProvider;
import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.sql.Sql;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.datasource.lookup.JndiDataSourceLookup;
import org.springframework.util.ClassUtils;

/**
 * The application's pool, if it is one of HikariCP, and the database behind it.
 *
 * @param pool the pool
 * @since 0.1.0
 */
public record HikariBusinessPool(HikariDataSource pool) {

	private static final List<String> IN_PROCESS = List.of("jdbc:h2:", "jdbc:hsqldb:", "jdbc:derby:");

	static @Nullable HikariBusinessPool of(DataSource dataSource) {
		try {
			boolean pool = !(dataSource instanceof AbstractRoutingDataSource)
					&& dataSource.isWrapperFor(HikariDataSource.class);
			return pool ? new HikariBusinessPool(dataSource.unwrap(HikariDataSource.class)) : null;
		}
		catch (SQLException ex) {
			return null;
		}
	}

	boolean isUsed() {
		return this.pool.isRunning();
	}

	/**
	 * Return connections beside the pool, with its settings; {@code null} if there may be
	 * none: a database within this JVM may be gone with its last connection.
	 */
	@Nullable DataSource beside() {
		String url = this.pool.getJdbcUrl();
		boolean remote = url != null && IN_PROCESS.stream().noneMatch(url::startsWith);
		DataSource target = remote ? database() : null;
		return (target != null) ? new BesidePool(target, this.pool) : null;
	}

	/**
	 * Return what opens connections to the same database, with the credentials that the
	 * pool has at that time; {@code null} if the pool does not tell.
	 */
	@Nullable DataSource database() {
		HikariDataSource business = this.pool;
		if (business.getDataSource() != null) {
			return new CurrentCredentials(business.getDataSource(), business);
		}
		if (business.getDataSourceClassName() != null) {
			return new CurrentCredentials(instance(business), business);
		}
		if (business.getJdbcUrl() == null) {
			return (business.getDataSourceJNDI() != null) ? new CurrentCredentials(named(business), business) : null;
		}
		DataSource opening = new SimpleDriverDataSource(driver(business), business.getJdbcUrl(),
				driverProperties(business));
		return new CurrentCredentials(opening, business);
	}

	private static Driver driver(HikariDataSource business) {
		String name = business.getDriverClassName();
		if (name != null) {
			return instance(name, Driver.class);
		}
		try {
			return DriverManager.getDriver(business.getJdbcUrl());
		}
		catch (SQLException ex) {
			throw new IllegalStateException("There is no driver for the URL of pool '%s': set driver-class-name"
				.formatted(business.getPoolName()), ex);
		}
	}

	private static <T> T instance(String className, Class<T> type) {
		return BeanUtils.instantiateClass(ClassUtils.resolveClassName(className, ClassUtils.getDefaultClassLoader()),
				type);
	}

	private static DataSource instance(HikariDataSource business) {
		DataSource instance = instance(business.getDataSourceClassName(), DataSource.class);
		BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(instance);
		business.getDataSourceProperties().forEach((name, value) -> properties.setPropertyValue((String) name, value));
		return instance;
	}

	void copySessionSettings(HikariConfig config) {
		HikariDataSource business = this.pool;
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
			Login login = login();
			return (login.username() != null) ? getConnection(login.username(), login.password())
					: super.getConnection();
		}

		private Login login() {
			return Optional.ofNullable(this.business.getCredentialsProvider())
				.map(HikariCredentialsProvider::getCredentials)
				.or(() -> Optional.of(this.business.getCredentials()))
				.map((known) -> new Login(known.getUsername(), known.getPassword()))
				.orElseThrow();
		}

		/**
		 * What to log in with.
		 *
		 * @param username the user, {@code null} for the one of the URL
		 * @param password the password, which is {@code null} where there is none
		 */
		@SuppressWarnings("NullAway")
		private record Login(@Nullable String username, String password) {

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
				Sql.execute(connection, this.business.getConnectionInitSql());
			}
			return connection;
		}

	}

}

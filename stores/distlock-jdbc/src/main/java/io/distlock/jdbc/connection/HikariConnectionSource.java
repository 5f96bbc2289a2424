// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/**
 * A small pool of the provider's own. Where the application's {@link DataSource} is a
 * HikariCP pool, this one has connections of its own to the same database, so that
 * business code which uses up the application's pool cannot keep leases from being
 * renewed. Otherwise it takes its connections from the application's, and keeps them.
 */
final class HikariConnectionSource implements ConnectionSource {

	private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

	private final SessionDataSource sessions;

	private final HikariDataSource pool;

	private final boolean independent;

	private HikariConnectionSource(SessionDataSource sessions, HikariDataSource pool, boolean independent) {
		this.sessions = sessions;
		this.pool = pool;
		this.independent = independent;
	}

	static HikariConnectionSource of(DataSource dataSource, int poolSize) {
		HikariBusinessPool business = HikariBusinessPool.of(dataSource);
		DataSource target = (business != null) ? business.database() : null;
		SessionDataSource sessions = new SessionDataSource((target != null) ? target : dataSource, target == null);
		HikariConfig config = settings(sessions, poolSize);
		if (business != null && target != null) {
			business.copySessionSettings(config);
		}
		return new HikariConnectionSource(sessions, new HikariDataSource(config), target != null);
	}

	@Override
	public Connection borrow() throws SQLException {
		return this.pool.getConnection();
	}

	@Override
	public Connection borrowUnasked() throws SQLException {
		return UnaskedConnection.borrow(this.pool);
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
				+ ", which takes its connections from the application's DataSource: that DataSource needs as many additional connections";
	}

	@Override
	public void close() {
		this.pool.close();
	}

	private static HikariConfig settings(DataSource sessions, int poolSize) {
		HikariConfig config = new HikariConfig();
		config.setPoolName("distlock");
		config.setDataSource(UnaskedConnection.source(sessions));
		config.setMaximumPoolSize(poolSize);
		config.setMinimumIdle(0);
		config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
		config.setConnectionTimeout(TIMEOUT.toMillis());
		config.setInitializationFailTimeout(-1);
		return config;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.faults.store.PooledStore;
import io.distlock.faults.store.StatementStore;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.testserver.jdbc.DatabaseServer;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Behavior that all databases have in common, alone, replicated or behind a proxy.
 */
abstract class AbstractSqlStore implements PooledStore, StatementStore {

	/**
	 * Three seconds for a connection, and five for an answer.
	 */
	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(8);

	private final SqlAdministration administration;

	AbstractSqlStore(SqlAdministration administration) {
		this.administration = administration;
	}

	/**
	 * Return the database of the locks, on the server that takes locks at present.
	 */
	abstract JdbcTemplate admin();

	final SqlAdministration administration() {
		return this.administration;
	}

	/**
	 * Create a database with the tables of the locks.
	 * @return its URL
	 */
	static String newDatabase(DatabaseServer server) {
		String url = server.newDatabase();
		new JdbcLockSchema(server.dataSource(url), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		return url;
	}

	/**
	 * Nodes give up waiting for a connection of their pool after a second, so that an
	 * exhausted pool is noticed. They ask for none at their start, which may take longer.
	 */
	static Map<String, String> properties(String url, String user, String password) {
		return Map.of("distlock.provider", "jdbc", "distlock.jdbc.initialize-schema", "never", "spring.datasource.url",
				url, "spring.datasource.username", user, "spring.datasource.password", password,
				"spring.datasource.hikari.maximum-pool-size", "4", "spring.datasource.hikari.connection-timeout",
				"1000", "spring.datasource.hikari.initialization-fail-timeout", "30000");
	}

	@Override
	public String version() {
		return this.administration.version(admin());
	}

	@Override
	public boolean readsServerClock() {
		return true;
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	@Override
	public final void killConnections() {
		this.administration.killConnections(admin());
	}

	@Override
	public final void cancelStatements() {
		this.administration.cancelStatements(admin());
	}

	@Override
	public final List<String> held(String part) {
		return admin().query(
				"select lock_key from DISTLOCK_LOCK where owner is not null and expires_at > ? and lock_key like ?",
				(row, number) -> row.getString(1), System.currentTimeMillis() * 1000, "%" + part + "%");
	}

}

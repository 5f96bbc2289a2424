// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.distlock.faults.store.CopiedStore;
import io.distlock.faults.store.PasswordStore;
import io.distlock.faults.store.PooledStore;
import io.distlock.faults.store.StatementStore;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A database in a server process.
 */
final class SqlStore implements PooledStore, StatementStore, PasswordStore, CopiedStore {

	static final String AUTO_CONFIGURATION = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

	/**
	 * Three seconds for a connection, and five for an answer.
	 */
	static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(8);

	private final String name;

	private final Supplier<DatabaseServer> creator;

	private final SqlAdministration administration;

	private DatabaseServer server;

	private String url = "";

	@SuppressWarnings("NullAway.Init")
	private SqlStore(String name, Supplier<DatabaseServer> creator, SqlAdministration administration) {
		this.name = name;
		this.creator = creator;
		this.administration = administration;
	}

	/**
	 * What does not wait for the disk is surely lost when the server is killed, since
	 * nothing else writes it soon.
	 */
	static SqlStore postgresql() {
		return new SqlStore("postgresql", () -> new PostgresServer("fsync=off", "max_connections=200",
				"wal_writer_delay=10s", "wal_writer_flush_after=1GB"), SqlAdministration.POSTGRESQL);
	}

	static SqlStore h2() {
		return new SqlStore("h2", H2Server::new, SqlAdministration.H2);
	}

	static SqlStore mariadb() {
		return new SqlStore("mariadb", () -> new MariaDbServer("--innodb-flush-log-at-trx-commit=2"),
				SqlAdministration.MYSQL);
	}

	static SqlStore mysql() {
		return new SqlStore("mysql", () -> new MySqlServer("--innodb-flush-log-at-trx-commit=2"),
				SqlAdministration.MYSQL);
	}

	@Override
	public @Nullable String obstacle() {
		String unavailable = this.name.equals("mysql") ? MySqlServer.unavailable() : "";
		return unavailable.isEmpty() ? null : unavailable;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public void start() {
		this.server = this.creator.get();
		this.server.start();
		this.url = this.server.newDatabase();
		new JdbcLockSchema(this.server.dataSource(this.url), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		this.administration.addUser(admin(), USER, PASSWORD);
	}

	@Override
	public List<DatabaseServer> servers() {
		return (this.server != null) ? List.of(this.server) : List.of();
	}

	@Override
	public String version() {
		return this.administration.version(admin());
	}

	@Override
	public void killConnections() {
		this.administration.killConnections(admin());
	}

	@Override
	public void cancelStatements() {
		this.administration.cancelStatements(admin());
	}

	@Override
	public void changePassword(String password) {
		this.administration.changePassword(admin(), USER, password);
	}

	@Override
	public boolean delaysLogins() {
		return this.administration == SqlAdministration.H2;
	}

	private JdbcTemplate admin() {
		return new JdbcTemplate(this.server.dataSource(this.url));
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		String relayed = this.url.replace(":" + this.server.port() + "/", ":" + ports.get(0) + "/");
		return properties(relayed, USER, PASSWORD);
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
	public boolean listens() {
		return this.administration == SqlAdministration.POSTGRESQL;
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
	public List<String> held(String part) {
		return held(admin(), part);
	}

	static List<String> held(JdbcTemplate database, String part) {
		return database.query(
				"select lock_key from DISTLOCK_LOCK where owner is not null and expires_at > ? and lock_key like ?",
				(row, number) -> row.getString(1), System.currentTimeMillis() * 1000, "%" + part + "%");
	}

}

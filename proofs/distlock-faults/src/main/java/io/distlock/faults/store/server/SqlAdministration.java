// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.sql.DatabaseMetaData;
import java.util.List;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What an administrator does to the connections of a database, but for the own one.
 *
 * @param sessions finds the numbers of the connections
 * @param kill ends one of them
 * @param cancel cancels what one of them does
 * @param addUser adds a user with a password, and the rights of a node
 * @param changePassword changes the password of a user
 */
record SqlAdministration(String sessions, String kill, String cancel, List<String> addUser, String changePassword) {

	static final SqlAdministration POSTGRESQL = new SqlAdministration(
			"select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
			"select pg_terminate_backend(%d)", "select pg_cancel_backend(%d)",
			List.of("create role %s login password '%s'", "grant all on all tables in schema public to %s"),
			"alter role %s password '%s'");

	static final SqlAdministration MYSQL = new SqlAdministration(
			"select id from information_schema.processlist where db = database() and id <> connection_id()", "kill %d",
			"kill query %d", List.of("create user %s identified by '%s'", "grant all on *.* to %s"),
			"alter user %s identified by '%s'");

	static final SqlAdministration H2 = new SqlAdministration(
			"select session_id from information_schema.sessions where session_id <> session_id()",
			"select abort_session(%d)", "select cancel_session(%d)", List.of("create user %s password '%s' admin"),
			"alter user %s set password '%s'");

	String version(JdbcTemplate database) {
		return String.valueOf(database.execute((ConnectionCallback<String>) (connection) -> {
			DatabaseMetaData server = connection.getMetaData();
			return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion().split("[- ]")[0];
		}));
	}

	void killConnections(JdbcTemplate database) {
		forEach(database, this.kill);
	}

	void cancelStatements(JdbcTemplate database) {
		forEach(database, this.cancel);
	}

	void addUser(JdbcTemplate database, String user, String password) {
		this.addUser.forEach((statement) -> database.execute(statement.formatted(user, password)));
	}

	void changePassword(JdbcTemplate database, String user, String password) {
		database.execute(this.changePassword.formatted(user, password));
	}

	private void forEach(JdbcTemplate database, String command) {
		List<Long> sessions = database.query(this.sessions, (row, number) -> row.getLong(1));
		for (Long session : sessions) {
			try {
				database.execute(command.formatted(session));
			}
			catch (DataAccessException ex) {
				// The connection has ended by itself.
			}
		}
	}

}

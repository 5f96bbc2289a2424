// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * PostgreSQL, with a queue of waiting nodes, see {@link PostgresSql}.
 */
final class PostgresDialect extends Dialect {

	private static final String TIMEOUT = "select current_setting('lock_timeout')";

	private static final RowLockTimeout OF_TRANSACTION = new RowLockTimeout(TIMEOUT, "set local lock_timeout = '%s'",
			Duration.ofMillis(1), true);

	private static final RowLockTimeout OF_SESSION = new RowLockTimeout(TIMEOUT, "set lock_timeout = '%s'",
			Duration.ofMillis(1), false);

	PostgresDialect() {
		super("PostgreSQL", "postgresql", "cast(extract(epoch from statement_timestamp()) * 1000000 as bigint)",
				RowLocking.SKIPPING, OF_TRANSACTION, Map.of());
	}

	@Override
	public String insertOnce(String insert) {
		return insert + " on conflict do nothing";
	}

	@Override
	public String returning(String head, String set, String tail) {
		return head + " " + set + " " + tail + " returning token";
	}

	@Override
	public RowLockTimeout sessionRowLockTimeout() {
		return OF_SESSION;
	}

	@Override
	public void boundPauses(Connection connection, Duration idle, Duration silence) throws SQLException {
		Sql.execute(connection, "set idle_in_transaction_session_timeout = '" + idle.toMillis() + "'");
	}

	@Override
	public boolean isShared(Connection connection) throws SQLException {
		return !PostgresSession.isDirect(connection);
	}

	@Override
	public boolean isQueued() {
		return true;
	}

	@Override
	public boolean writesSeveralTables() {
		return true;
	}

	@Override
	public TransactionLocking transactionLocking() {
		return TransactionLocking.ADVISORY;
	}

	/**
	 * Explain a missing table. Unquoted names are in lower case.
	 */
	@Override
	public SQLException explain(Connection connection, String table, SQLException missing) {
		int start = table.indexOf('.') + 1;
		String quoted = table.substring(0, start) + "\"" + table.substring(start) + "\"";
		return exists(connection, quoted) ? new SQLException("""
				Only a table with the quoted name %s exists: run 'alter table %s rename to %s', \
				or create the table without quotes. %s""".formatted(quoted, quoted, table.substring(start),
				missing.getMessage()), missing.getSQLState(), missing.getErrorCode(), missing) : missing;
	}

	private static boolean exists(Connection connection, String name) {
		try {
			return Boolean.TRUE.equals(
					Sql.ask(connection, "select to_regclass('" + name + "') is not null", (row) -> row.getBoolean(1)));
		}
		catch (SQLException ex) {
			// In a transaction that has failed there is nothing to ask.
			return false;
		}
	}

}

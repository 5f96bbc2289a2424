// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * MySQL and MariaDB, with few different statements and separate scripts.
 */
final class MySqlDialect extends Dialect {

	private static final RowLockTimeout TIMEOUT = new RowLockTimeout("select @@session.innodb_lock_wait_timeout",
			"set session innodb_lock_wait_timeout = %s", Duration.ofSeconds(1), false);

	private static final Map<ErrorReason, Set<Integer>> CODES = Map.ofEntries(
			Map.entry(ErrorReason.CONFLICT, Set.of(1213)), Map.entry(ErrorReason.ROW_TIMEOUT, Set.of(1205)),
			Map.entry(ErrorReason.REFUSED, Set.of(1290, 1836, 1040, 1203, 1226)),
			Map.entry(ErrorReason.READ_ONLY, Set.of(1290, 1836, 1792)), Map.entry(ErrorReason.CANCELLED, Set.of(3024)),
			Map.entry(ErrorReason.SESSION_END, Set.of(1927)), Map.entry(ErrorReason.OUT_OF_RANGE, Set.of(1690)),
			Map.entry(ErrorReason.BINARY_LOG, Set.of(1665)),
			Map.entry(ErrorReason.HOPELESS, Set.of(1665, 1044, 1045, 1049, 1142, 1146)),
			Map.entry(ErrorReason.TABLE, Set.of(1146)), Map.entry(ErrorReason.COLUMN, Set.of(1054)),
			Map.entry(ErrorReason.RIGHTS, Set.of(1044, 1142, 1143)));

	private final boolean boundsTransactions;

	MySqlDialect(String product, String id) {
		this(product, id, RowLocking.LOCKING, false);
	}

	private MySqlDialect(String product, String id, RowLocking rowLocking, boolean boundsTransactions) {
		super(product, id, "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6))", rowLocking, TIMEOUT, CODES);
		this.boundsTransactions = boundsTransactions;
	}

	/**
	 * Return the dialect for the version of a server. MySQL's driver reports MariaDB as
	 * MySQL, but with MariaDB's version. Servers before MySQL 8.0 and MariaDB 10.6 do not
	 * support {@code skip locked}; MariaDB ends idle transactions since 10.3.
	 */
	@Override
	public Dialect at(DatabaseMetaData metaData) throws SQLException {
		boolean mariaDb = (metaData.getDatabaseProductName() + metaData.getDatabaseProductVersion())
			.contains("MariaDB");
		int version = metaData.getDatabaseMajorVersion() * 100 + metaData.getDatabaseMinorVersion();
		RowLocking rowLocking = (version >= (mariaDb ? 1006 : 800)) ? RowLocking.LOCKING : RowLocking.WAITING;
		return new MySqlDialect(product(), id(), rowLocking, mariaDb && version >= 1003);
	}

	@Override
	public String limit(int rows) {
		return " limit " + rows;
	}

	@Override
	public String written(String token) {
		return "last_insert_id(" + token + ")";
	}

	/**
	 * Return the token from the acknowledgement of the statement.
	 */
	@Override
	public OptionalLong write(Connection connection, String sql, Object... parameters) throws SQLException {
		return Sql.generated(connection, sql, parameters);
	}

	@Override
	public RowLockTimeout sessionRowLockTimeout() {
		return TIMEOUT;
	}

	/**
	 * Limit pauses. A separate limit applies to a transaction with writes, if configured.
	 */
	@Override
	public void boundPauses(Connection connection, Duration idle, Duration silence) throws SQLException {
		String transactions = this.boundsTransactions ? ", idle_transaction_timeout = " + idle.toSeconds()
				+ ", idle_write_transaction_timeout = " + idle.toSeconds() : "";
		Sql.execute(connection, "set session wait_timeout = " + silence.toSeconds() + transactions);
	}

	@Override
	public boolean readsLocked() {
		return true;
	}

	@Override
	public String put(String insert) {
		return insert
				+ " on duplicate key update node = values(node), member_token = values(member_token), ends_at = values(ends_at)";
	}

	@Override
	public String removeFromOpen(String locks, String holders, String owner) {
		return "delete holders from " + locks + " as locks straight_join " + holders
				+ " as holders on held_key = lock_key where lock_key = ? and owner = '" + owner
				+ "' and expires_at <= 0 and member_id = ?";
	}

	/**
	 * Return a value that always changes, because a server may be configured to count
	 * changed rows only.
	 */
	@Override
	public String touched() {
		return now();
	}

	@Override
	public TransactionLocking transactionLocking() {
		return TransactionLocking.ROWS;
	}

	@Override
	public boolean undoesTransactions(Connection connection) throws SQLException {
		return Boolean.TRUE
			.equals(Sql.ask(connection, "select @@innodb_rollback_on_timeout", (row) -> row.getBoolean(1)));
	}

}

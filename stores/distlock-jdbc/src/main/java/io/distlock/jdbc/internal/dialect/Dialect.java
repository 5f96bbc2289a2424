// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * SQL, sessions and errors of a family of databases. Support for another database
 * requires a subclass, an entry in {@link Dialects}, and the scripts that create and drop
 * the tables.
 * <p>
 * The defaults suit a database with the functions {@code greatest} and {@code least},
 * {@code fetch first}, and {@code for update skip locked}.
 *
 * @since 0.1.0
 */
public abstract class Dialect {

	private final String product;

	private final String id;

	private final String now;

	private final RowLocking rowLocking;

	private final RowLockTimeout rowLockTimeout;

	private final Map<ErrorReason, Set<Integer>> errorCodes;

	/**
	 * Create a dialect.
	 * @param product prefix of the product name reported by the driver
	 * @param id suffix of the names of the scripts
	 * @param now the clock in microseconds since 1970 in UTC, regardless of the time zone
	 * of the session
	 * @param rowLocking handling of rows that other sessions have locked
	 * @param rowLockTimeout limit of single statements in a transaction of the
	 * application
	 * @param errorCodes the driver's codes for each reason, besides the states of the
	 * standard
	 */
	Dialect(String product, String id, String now, RowLocking rowLocking, RowLockTimeout rowLockTimeout,
			Map<ErrorReason, Set<Integer>> errorCodes) {
		this.product = product;
		this.id = id;
		this.now = now;
		this.rowLocking = rowLocking;
		this.rowLockTimeout = rowLockTimeout;
		this.errorCodes = errorCodes;
	}

	public final String product() {
		return this.product;
	}

	public final String id() {
		return this.id;
	}

	public final String now() {
		return this.now;
	}

	public final RowLocking rowLocking() {
		return this.rowLocking;
	}

	public final RowLockTimeout rowLockTimeout() {
		return this.rowLockTimeout;
	}

	final Map<ErrorReason, Set<Integer>> errorCodes() {
		return this.errorCodes;
	}

	/**
	 * Return the dialect for the version of a server.
	 */
	public Dialect at(DatabaseMetaData metaData) throws SQLException {
		return this;
	}

	/**
	 * Return the minute of the clock, for an indexed column that should change rarely.
	 */
	public String minute() {
		return this.now + " - mod(" + this.now + ", 60000000)";
	}

	public String greatest(String first, String second) {
		return "greatest(" + first + ", " + second + ")";
	}

	public String least(String first, String second) {
		return "least(" + first + ", " + second + ")";
	}

	public String limit(int rows) {
		return " fetch first " + rows + " rows only";
	}

	/**
	 * Return a table with one row, for joins.
	 */
	public String oneRow() {
		return "(select 1 as one) one_row";
	}

	/**
	 * Return a query that locks the matching rows and skips rows locked by other
	 * sessions.
	 */
	public String lockUnlocked(String columns, String table, String condition) {
		return "select " + columns + " from " + table + " where " + condition + " for update skip locked";
	}

	/**
	 * Return an insert that has no effect on an existing row, or fails.
	 */
	public String insertOnce(String insert) {
		return insert;
	}

	/**
	 * Return the value of a token column, in a statement that writes it.
	 */
	public String written(String token) {
		return token;
	}

	/**
	 * Return a statement that writes a token and, if supported, returns it.
	 * @param head the part before {@code set}
	 * @param set the assignments of an update, empty for an insert
	 * @param tail the remaining part
	 */
	public String returning(String head, String set, String tail) {
		return head + " " + set + " " + tail;
	}

	/**
	 * Run a statement of {@link #returning}. Returns the token, or empty if no row was
	 * written.
	 */
	public OptionalLong write(Connection connection, String sql, Object... parameters) throws SQLException {
		return Sql.number(connection, sql, parameters);
	}

	/**
	 * Return whether a separate statement must read a written token.
	 */
	public boolean readsBack() {
		return false;
	}

	/**
	 * Return the limit for all statements of a session of the provider. Without this
	 * limit, the time limit for answers bounds the wait.
	 */
	public RowLockTimeout sessionRowLockTimeout() {
		return RowLockTimeout.NONE;
	}

	/**
	 * Make the database end a session whose client leaves a transaction idle, so that a
	 * vanished host does not keep rows locked. A database without such a limit for
	 * transactions limits the idle time of the session.
	 * @param idle the maximum pause in a transaction
	 * @param silence the maximum pause outside of a transaction
	 */
	public void boundPauses(Connection connection, Duration idle, Duration silence) throws SQLException {
	}

	/**
	 * Return whether the driver limits the wait for an answer.
	 */
	public boolean boundsAnswers() {
		return true;
	}

	/**
	 * Return whether a pooling proxy shares the session with other clients.
	 */
	public boolean isShared(Connection connection) throws SQLException {
		return false;
	}

	/**
	 * Return whether a query locks the row of a key without an earlier write.
	 */
	public boolean readsLocked() {
		return false;
	}

	/**
	 * Return an insert of holders that replaces existing rows, {@code null} if not
	 * supported.
	 */
	public @Nullable String put(String insert) {
		return null;
	}

	/**
	 * Return a statement that returns a permit while other permits are free, safe under
	 * concurrent changes; {@code null} if not supported. It reads the newest version of
	 * both rows, beginning with the row of the lock. Parameters: key, member.
	 */
	public @Nullable String removeFromOpen(String locks, String holders, String owner) {
		return null;
	}

	/**
	 * Return whether waiting nodes form a queue in the row of the lock, and a release
	 * wakes the first node.
	 */
	public boolean isQueued() {
		return false;
	}

	/**
	 * Return whether one statement can write rows of several tables, by common table
	 * expressions.
	 */
	public boolean writesSeveralTables() {
		return false;
	}

	/**
	 * Return the time of the last use of a row, for an update without other changes. The
	 * value must change if the server counts changed rows only.
	 */
	public String touched() {
		return minute();
	}

	/**
	 * Return whether a transaction can insert a row while another transaction keeps a row
	 * of the same table locked.
	 */
	public boolean insertsBesideLockedRows() {
		return true;
	}

	/**
	 * Return the kind of locks for transactions of the application.
	 */
	public TransactionLocking transactionLocking() {
		return TransactionLocking.NONE;
	}

	/**
	 * Return whether the server may roll back a whole transaction after a row lock
	 * timeout of a statement.
	 */
	public boolean undoesTransactions(Connection connection) throws SQLException {
		return false;
	}

	/**
	 * Return a failure with a better message, if the cause of the missing table is known.
	 */
	public SQLException explain(Connection connection, String table, SQLException missing) {
		return missing;
	}

	/**
	 * Handling of rows that other sessions have locked.
	 */
	public enum RowLocking {

		/**
		 * An update skips locked rows.
		 */
		SKIPPING,

		/**
		 * A locking query skips locked rows.
		 */
		LOCKING,

		/**
		 * Statements always wait.
		 */
		WAITING

	}

	/**
	 * Kind of locks for transactions of the application.
	 */
	public enum TransactionLocking {

		/**
		 * Advisory locks.
		 */
		ADVISORY,

		/**
		 * Rows of a table.
		 */
		ROWS,

		/**
		 * Not supported.
		 */
		NONE

	}

}

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
 * A family of databases: what of its SQL, its sessions and its errors differs from
 * others. Supporting another database takes one class that extends this one, an entry in
 * {@link Dialects}, and the scripts that create and drop the tables.
 * <p>
 * The defaults are those of a database with the functions {@code greatest} and
 * {@code least}, {@code fetch first}, and {@code for update skip locked}.
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
	 * @param product what the product name starts with that the driver reports
	 * @param id what the names of the scripts end with
	 * @param now the clock in microseconds since 1970 in UTC, whatever the time zone of
	 * the session
	 * @param rowLocking what a statement can do about rows that other sessions have
	 * locked
	 * @param rowLockTimeout the bound of single statements in a transaction of the
	 * application's
	 * @param errorCodes the driver's codes that stand for one reason, besides the states
	 * of the standard
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
	 * Return the minute of the clock, for an indexed column that is to change seldom.
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
	 * Return a table of one row, to join others with.
	 */
	public String oneRow() {
		return "(select 1 as one) one_row";
	}

	/**
	 * Return a query that locks the rows that it finds, and leaves out those that other
	 * sessions have locked.
	 */
	public String lockUnlocked(String columns, String table, String condition) {
		return "select " + columns + " from " + table + " where " + condition + " for update skip locked";
	}

	/**
	 * Return an insert that changes nothing where the row is there, or fails there.
	 */
	public String insertOnce(String insert) {
		return insert;
	}

	/**
	 * Return the value of a column with a token, in a statement that writes it.
	 */
	public String written(String token) {
		return token;
	}

	/**
	 * Return a statement that writes a token and returns it, if it can.
	 * @param head what precedes {@code set}
	 * @param set the assignments of an update, empty for an insert
	 * @param tail the rest
	 */
	public String returning(String head, String set, String tail) {
		return head + " " + set + " " + tail;
	}

	/**
	 * Run a statement of {@link #returning}. Returns the token, or empty if nothing was
	 * written.
	 */
	public OptionalLong write(Connection connection, String sql, Object... parameters) throws SQLException {
		return Sql.number(connection, sql, parameters);
	}

	/**
	 * Return whether a statement that writes a token cannot return it, so that another
	 * one reads what the owner has written.
	 */
	public boolean readsBack() {
		return false;
	}

	/**
	 * Return the bound of all statements of a session that belongs to the provider for a
	 * while. Where there is none, the time for an answer bounds the wait.
	 */
	public RowLockTimeout sessionRowLockTimeout() {
		return RowLockTimeout.NONE;
	}

	/**
	 * Let the database itself end a session whose client leaves a transaction idle, so
	 * that a vanished host does not keep rows locked. Where a database bounds no
	 * transaction, it bounds how long the session may be silent.
	 * @param idle the longest pause in a transaction
	 * @param silence the longest pause outside of one
	 */
	public void boundPauses(Connection connection, Duration idle, Duration silence) throws SQLException {
	}

	/**
	 * Return whether the driver bounds how long it waits for an answer.
	 */
	public boolean boundsAnswers() {
		return true;
	}

	/**
	 * Return whether a pooling proxy lets other clients use the session, too.
	 */
	public boolean isShared(Connection connection) throws SQLException {
		return false;
	}

	/**
	 * Return whether a query locks the row of a key, which need not be written first.
	 */
	public boolean readsLocked() {
		return false;
	}

	/**
	 * Return an insert of holders that replaces those that are there, {@code null} if
	 * there is no such statement.
	 */
	public @Nullable String put(String insert) {
		return null;
	}

	/**
	 * Return a statement that takes a permit back where others are left, whatever other
	 * owners do meanwhile; {@code null} if there is none. It reads the newest version of
	 * both rows, and the lock's first. Parameters: key, member.
	 */
	public @Nullable String removeFromOpen(String locks, String holders, String owner) {
		return null;
	}

	/**
	 * Return whether nodes that wait stand in a queue in the row of the lock, of which a
	 * release wakes the first.
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
	 * Return the time at which a row was used, for an update that writes nothing else. It
	 * has to change where a server counts only rows that change.
	 */
	public String touched() {
		return minute();
	}

	/**
	 * Return whether a transaction can insert a row while another one keeps a row of the
	 * same table locked.
	 */
	public boolean insertsBesideLockedRows() {
		return true;
	}

	/**
	 * Return how transactions of the application are locked.
	 */
	public TransactionLocking transactionLocking() {
		return TransactionLocking.NONE;
	}

	/**
	 * Return whether the server may undo a whole transaction in which a statement has
	 * waited for a row for too long.
	 */
	public boolean undoesTransactions(Connection connection) throws SQLException {
		return false;
	}

	/**
	 * Return a failure with a better message, if something is known about the table that
	 * is missing.
	 */
	public SQLException explain(Connection connection, String table, SQLException missing) {
		return missing;
	}

	/**
	 * What a statement can do about rows that other sessions have locked.
	 */
	public enum RowLocking {

		/**
		 * An update leaves them out.
		 */
		SKIPPING,

		/**
		 * A query that locks rows leaves them out.
		 */
		LOCKING,

		/**
		 * It can only wait.
		 */
		WAITING

	}

	/**
	 * How transactions of the application are locked.
	 */
	public enum TransactionLocking {

		/**
		 * By advisory locks.
		 */
		ADVISORY,

		/**
		 * By rows of a table.
		 */
		ROWS,

		/**
		 * Not at all.
		 */
		NONE

	}

}

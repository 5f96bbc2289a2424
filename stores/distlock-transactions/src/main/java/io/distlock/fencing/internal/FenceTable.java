// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

import javax.sql.DataSource;

import io.distlock.internal.task.Durations;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.jdbc.internal.table.IdleRowPurge;
import io.distlock.jdbc.internal.table.KnownKeys;
import io.distlock.jdbc.internal.table.SqlDatabase;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Table with the highest fencing token of each key, in the guarded database. The scripts
 * are in the package {@code io.distlock.fencing}, as {@code
 * schema-fencing-<platform>.sql} and {@code schema-drop-fencing-<platform>.sql}.
 * <p>
 * A token is raised on a connection of the caller, in the caller's transaction. All other
 * statements run on separate connections, so that their failures do not affect the
 * transaction. Connections are opened on first use.
 *
 * @since 0.1.0
 */
public final class FenceTable implements AutoCloseable {

	private static final FenceSchema SCHEMA = new FenceSchema();

	private static final int KEY_LENGTH = 200;

	private static final int POOL_SIZE = 2;

	private static final int START_ATTEMPTS = 10;

	private static final Duration MAX_CACHE_TIME = Duration.ofMinutes(10);

	private static final Long NO_MARK = 0L;

	// The rows keep the minute of their last use.
	private static final Duration RESOLUTION = Duration.ofMinutes(1);

	private final SqlDatabase database;

	private final String tablePrefix;

	private final IdleRowPurge purge;

	private final long staleAfterMicros;

	private final KnownKeys known;

	private final BooleanSupplier creates;

	private volatile boolean ready;

	/**
	 * Create an instance. Opens no connection.
	 * @param dataSource the database with the data
	 * @param tablePrefix the prefix of the table name
	 * @param purgeAfter the time for which the row of an unused key is kept
	 * @param creates whether to create the table before its first use
	 */
	public FenceTable(DataSource dataSource, String tablePrefix, Duration purgeAfter, BooleanSupplier creates) {
		this.tablePrefix = tablePrefix;
		this.creates = creates;
		this.database = new SqlDatabase(dataSource, tablePrefix, POOL_SIZE, false);
		Duration half = purgeAfter.dividedBy(2);
		this.known = new KnownKeys((half.compareTo(MAX_CACHE_TIME) < 0) ? half : MAX_CACHE_TIME);
		this.staleAfterMicros = half.toNanos() / 1000;
		this.purge = new IdleRowPurge(this.database, SCHEMA, purgeAfter.plus(RESOLUTION));
	}

	// With the schema, if one is configured.
	public String name() {
		return SCHEMA.in(this.tablePrefix);
	}

	// Checks that the table is there, after creating it where that is wanted; fails with
	// LockTableMissingException if it is not, and with LockStoreException if the database
	// did not answer. Several nodes may do so at once.
	public void setUp() {
		if (this.creates.getAsBoolean()) {
			patiently("create", SCHEMA::create);
		}
		patiently("verify", SCHEMA::verify);
		this.ready = true;
	}

	// Sets the table up, unless that was done before.
	public void setUpOnce() {
		if (!this.ready) {
			setUp();
		}
	}

	// Waits for a connection as long as pools of applications do: a node that starts on a
	// busy machine may take longer to open its first one than a lock can wait.
	private void patiently(String what, Step step) {
		for (int attempt = 1;; attempt++) {
			try {
				run(what, (connection, dialect) -> {
					step.run(connection, dialect, this.tablePrefix);
					return true;
				});
				return;
			}
			catch (LockStoreException ex) {
				if (attempt == START_ATTEMPTS || !SqlErrors.isStarved(ex.getCause())) {
					throw ex;
				}
			}
		}
	}

	// Makes sure that keys have a row to be locked, outside of the caller's transaction:
	// a row that is made inside of it would be gone after a rollback, and be waited for
	// by others until then; and on MySQL an update that finds no row locks the gap that
	// the row belongs into. The tokens are those of rows that have to be made.
	public void prepare(SortedMap<LockKey, Long> tokens) {
		tokens.forEach((key, token) -> {
			if (!this.known.contains(encoded(key))) {
				makeRow(key, token);
				this.known.add(encoded(key));
			}
		});
		this.purge.startIfDue();
	}

	// Raises the tokens of keys in the caller's transaction, and locks their rows, in
	// their order, until it ends. Leaves a mark in the rows that no other transaction
	// uses. Returns the first key whose row is missing or has a higher token, null if
	// there is none. Fails if a row could not be locked in time.
	public @Nullable LockKey raise(Connection connection, SortedMap<LockKey, Long> tokens, long mark, Duration wait) {
		try {
			Dialect dialect = Dialects.of(connection);
			String sql = new FenceSql(dialect, name()).raise();
			return dialect.rowLockTimeout()
				.bounded(connection, wait,
						(queryTimeout) -> Optional.ofNullable(raise(connection, sql, tokens, mark, queryTimeout)))
				.orElse(null);
		}
		catch (SQLException ex) {
			throw failed(tokens, wait, ex);
		}
	}

	private static @Nullable LockKey raise(Connection connection, String sql, SortedMap<LockKey, Long> tokens,
			long mark, int queryTimeout) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			if (queryTimeout != 0) {
				statement.setQueryTimeout(queryTimeout);
			}
			for (Map.Entry<LockKey, Long> entry : tokens.entrySet()) {
				Long token = entry.getValue();
				if (Sql.bind(statement, token, mark, encoded(entry.getKey()), token).executeUpdate() == 0) {
					return entry.getKey();
				}
			}
			return null;
		}
	}

	// Locks the row of a key in the caller's transaction until it ends, whatever its
	// token is. A row that is locked from time to time is not purged. Returns false if it
	// is missing, or another transaction has locked it.
	public boolean tryLock(Connection connection, LockKey key) throws SQLException {
		return lock(connection, sql(connection), false, key, 0);
	}

	// The same, but waits for another transaction. Returns whether there is such a row;
	// fails if it could not be locked in time.
	public boolean lock(Connection connection, LockKey key, Duration wait) throws SQLException {
		Dialect dialect = Dialects.of(connection);
		FenceSql sql = new FenceSql(dialect, name());
		return dialect.rowLockTimeout()
			.bounded(connection, wait, (queryTimeout) -> lock(connection, sql, true, key, queryTimeout));
	}

	// Returns whether a key has a row. One that has none is to be prepared again.
	public boolean contains(Connection connection, LockKey key) throws SQLException {
		boolean contained = stored(connection, sql(connection), key).isPresent();
		if (!contained) {
			this.known.remove(encoded(key));
		}
		return contained;
	}

	private FenceSql sql(Connection connection) throws SQLException {
		return new FenceSql(Dialects.of(connection), name());
	}

	private boolean lock(Connection connection, FenceSql sql, boolean waiting, LockKey key, int queryTimeout)
			throws SQLException {
		boolean stale;
		try (PreparedStatement statement = connection.prepareStatement(sql.lock(waiting))) {
			if (queryTimeout != 0) {
				statement.setQueryTimeout(queryTimeout);
			}
			try (ResultSet row = Sql.bind(statement, this.staleAfterMicros, encoded(key)).executeQuery()) {
				if (!row.next()) {
					return false;
				}
				stale = row.getInt(1) == 1;
			}
		}
		if (stale) {
			Sql.update(connection, sql.touch(), encoded(key));
		}
		return true;
	}

	// Checks that rows are still locked by the transaction that has left a mark in them.
	// They are not if it was undone, or committed, and another one was begun on the
	// connection without the caller's knowledge. Returns the first key whose row has no
	// such mark, null if there is none.
	public @Nullable LockKey confirm(Connection connection, Collection<LockKey> keys, long mark) {
		try {
			String sql = new FenceSql(Dialects.of(connection), name()).confirm();
			for (LockKey key : keys) {
				if (Sql.update(connection, sql, encoded(key), mark) == 0) {
					return key;
				}
			}
			return null;
		}
		catch (SQLException ex) {
			throw new LockStoreException("Could not confirm the token of %s in the table '%s'. (%s)".formatted(keys,
					name(), SqlErrors.describe(ex)), SqlErrors.ofStatement(ex), ex);
		}
	}

	// Reads the token of a key, as committed; empty if the key has no row.
	public OptionalLong stored(LockKey key) {
		OptionalLong token = run("read the token of '%s'".formatted(key),
				(connection, dialect) -> stored(connection, sql(dialect), key));
		if (token.isEmpty()) {
			this.known.remove(encoded(key));
		}
		return token;
	}

	// Raises the token of a key in a transaction of its own; never lowers it. Fails if
	// another transaction has locked the row.
	public void advance(LockKey key, long token) {
		run("raise the token of '%s'".formatted(key), (connection, dialect) -> {
			FenceSql sql = sql(dialect);
			return raise(connection, sql, key, token) || insert(connection, sql, key, token)
					|| raise(connection, sql, key, token);
		});
	}

	// Deletes the rows of keys that have not been checked for long, which otherwise
	// happens about once an hour. Returns how many.
	public int purge() {
		return this.purge.purge();
	}

	@Override
	public void close() {
		this.database.close();
	}

	// Makes a row. An insert that failed without an answer may have made it, so what
	// counts is whether the row is there.
	private void makeRow(LockKey key, long token) {
		try {
			run("make the row of '%s'".formatted(key), (connection, dialect) -> {
				FenceSql sql = sql(dialect);
				return stored(connection, sql, key).isPresent() || insert(connection, sql, key, token);
			});
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != Outcome.UNKNOWN || stored(key).isEmpty()) {
				throw ex;
			}
		}
	}

	private static boolean insert(Connection connection, FenceSql sql, LockKey key, long token) throws SQLException {
		return Sql.insert(connection, sql.insert(), encoded(key), token);
	}

	private static boolean raise(Connection connection, FenceSql sql, LockKey key, long token) throws SQLException {
		return Sql.update(connection, sql.raise(), token, NO_MARK, encoded(key), token) == 1;
	}

	private static OptionalLong stored(Connection connection, FenceSql sql, LockKey key) throws SQLException {
		return Sql.number(connection, sql.stored(), encoded(key));
	}

	private <T> T run(String what, SqlDatabase.Work<T> work) {
		return this.database.run(SCHEMA, () -> what, work);
	}

	private FenceSql sql(Dialect dialect) {
		return new FenceSql(dialect, name());
	}

	private LockStoreException failed(SortedMap<LockKey, Long> tokens, Duration wait, SQLException ex) {
		if (SqlErrors.isRowTimeout(ex)) {
			return new LockStoreException(
					"Another transaction has locked the row of %s in the table '%s' for more than %s. It may belong to an earlier holder that is paused; let the database terminate idle transactions, or raise 'distlock.fencing.lock-timeout'. (%s)"
						.formatted(tokens.keySet(), name(), Durations.text(wait), ex.getMessage()),
					Outcome.TRANSIENT, ex);
		}
		return new LockStoreException("Could not raise the token of %s in the table '%s'. (%s)"
			.formatted(tokens.keySet(), name(), SqlErrors.describe(ex)), SqlErrors.ofStatement(ex), ex);
	}

	static String encoded(LockKey key) {
		return key.encoded(KEY_LENGTH);
	}

	private interface Step {

		void run(Connection connection, Dialect dialect, String tablePrefix) throws SQLException;

	}

}

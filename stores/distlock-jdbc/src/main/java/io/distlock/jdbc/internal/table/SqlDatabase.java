// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.connection.ConnectionSource;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.PostgresSession;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs statements on tables with its own connections, retries statements that lost a
 * conflict, and reports the outcome of failed statements. Opens connections on first use.
 *
 * @since 0.1.0
 */
public final class SqlDatabase implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(SqlDatabase.class);

	private static final int MAX_TRIES = 5;

	private static final long MAX_PAUSE_NANOS = Duration.ofMillis(10).toNanos();

	// A connection that has said nothing for longer is not followed by another one, which
	// may be as silent.
	private static final long RETRY_WITHOUT_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

	private final ReentrantLock opening = new ReentrantLock();

	private final DataSource dataSource;

	private final String tablePrefix;

	private final int poolSize;

	// Whether an application sets the size.
	private final boolean sizeIsSet;

	private volatile @Nullable ConnectionSource connections;

	private volatile @Nullable Dialect dialect;

	private final Set<SqlTable> verified = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	public SqlDatabase(DataSource dataSource, String tablePrefix, int poolSize, boolean sizeIsSet) {
		this.dataSource = dataSource;
		this.tablePrefix = tablePrefix;
		this.poolSize = poolSize;
		this.sizeIsSet = sizeIsSet;
	}

	// Returns a connection besides those of the pool, to be closed by close(Connection).
	public Connection open() throws SQLException {
		return connections().open();
	}

	public void close(Connection opened) throws SQLException {
		ConnectionSource source = this.connections;
		if (source != null) {
			source.close(opened);
		}
	}

	// Runs one transaction, or statements each of which is one, and again if the database
	// undid the one that failed.
	public <T> T run(SqlTable table, Supplier<String> what, Work<T> work) {
		for (int tries = 1;; tries++) {
			try {
				return runOnce(table, what, (tries == 1) ? work : again(work));
			}
			catch (SQLException ex) {
				if (tries == MAX_TRIES || !SqlErrors.isConflict(ex)) {
					throw failed(table, what, ex);
				}
				LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
			}
		}
	}

	// Runs what may take effect twice, as a renewal may. Where a connection has ended, it
	// is run again at once on another one: there may be as many of these as the pool has.
	public <T> T repeat(SqlTable table, Supplier<String> what, Work<T> work) {
		long start = System.nanoTime();
		for (int ended = connections().poolSize(); ended > 0; ended--) {
			try {
				return run(table, what, work);
			}
			catch (LockStoreException ex) {
				if (System.nanoTime() - start > RETRY_WITHOUT_PAUSE_NANOS || !SqlErrors.isConnectionEnd(ex)) {
					throw ex;
				}
				logger.debug("Could not {}; will retry on another connection", what.get(), ex);
			}
		}
		return run(table, what, work);
	}

	// Runs statements that only read, and again if the first attempt fails.
	public <T> T read(SqlTable table, Supplier<String> what, Work<T> work) {
		try {
			return runOnce(table, what, work);
		}
		catch (SQLException ex) {
			logger.debug("Could not {}; will retry", what.get(), ex);
			return run(table, what, work);
		}
	}

	public String nameOf(SqlTable table) {
		return table.in(this.tablePrefix);
	}

	@Override
	public void close() {
		this.opening.lock();
		try {
			this.closed = true;
			ConnectionSource source = this.connections;
			if (source != null) {
				source.close();
			}
		}
		finally {
			this.opening.unlock();
		}
	}

	private <T> T runOnce(SqlTable table, Supplier<String> what, Work<T> work) throws SQLException {
		ConnectionSource source = connections();
		Connection connection = borrow(source, table, what);
		SQLException failure = null;
		try {
			Dialect known = dialect(connection);
			verifyOnce(connection, known, table);
			return work.apply(connection, known);
		}
		catch (SQLException ex) {
			failure = SqlErrors.isConflict(ex) ? null : ex;
			throw ex;
		}
		finally {
			giveBack(source, connection, failure);
		}
	}

	// Checks tables before the first lock or job, since nothing may have done so at
	// start.
	private void verifyOnce(Connection connection, Dialect known, SqlTable table) throws SQLException {
		List<SqlTable> used = table.verifiedWhenUsed();
		if (!used.isEmpty() && !this.verified.contains(table)) {
			for (SqlTable each : used) {
				each.verify(connection, known, this.tablePrefix);
			}
			this.verified.add(table);
		}
	}

	// Repeats work that lost a conflict. A session that is shared with other clients
	// keeps their isolation, and may lose more of them than READ COMMITTED would.
	private static <T> Work<T> again(Work<T> work) {
		return (connection, dialect) -> dialect.isShared(connection)
				? PostgresSession.atReadCommitted(connection, () -> work.apply(connection, dialect))
				: work.apply(connection, dialect);
	}

	private Connection borrow(ConnectionSource source, SqlTable table, Supplier<String> what) {
		try {
			return source.borrow();
		}
		catch (SQLException ex) {
			throw new LockStoreException("Could not %s: no connection to the table '%s' within %d seconds. %s (%s)"
				.formatted(what.get(), nameOf(table), ConnectionSource.TIMEOUT.toSeconds(), unconnected(source, ex),
						SqlErrors.describe(ex)),
					SqlErrors.ofConnecting(ex), ex);
		}
	}

	private String unconnected(ConnectionSource source, SQLException ex) {
		return SqlErrors.isOfLogin(ex)
				? "The database rejects the user or password: check the settings of the DataSource."
				: "Check that the database answers, and %s.".formatted(described(source));
	}

	// Describes the pool.
	private String described(ConnectionSource source) {
		return this.sizeIsSet ? source.describe() : source.describe().replace(" ('distlock.jdbc.pool-size')", "");
	}

	private void giveBack(ConnectionSource source, Connection connection, @Nullable SQLException failure) {
		try {
			source.giveBack(connection, failure);
		}
		catch (SQLException ex) {
			logger.debug("Could not return a connection", ex);
		}
	}

	private LockStoreException failed(SqlTable table, Supplier<String> what, SQLException ex) {
		Dialect known = this.dialect;
		if (known != null && SqlErrors.isOfTable(ex)) {
			return table.missing(known, this.tablePrefix, ex);
		}
		Outcome outcome = SqlErrors.ofStatement(ex);
		return new LockStoreException("Could not %s in the table '%s'. %s (%s)".formatted(what.get(), nameOf(table),
				explained(outcome, ex), SqlErrors.describe(ex)), outcome, ex);
	}

	private static String explained(Outcome outcome, SQLException ex) {
		return switch (outcome) {
			case TRANSIENT -> undone(ex);
			case UNKNOWN -> "No response, so it may have taken effect.";
			case PERMANENT -> refused(ex);
		};
	}

	private static String undone(SQLException ex) {
		if (SqlErrors.isReadOnly(ex)) {
			return "The server accepts no writes: it is a replica or was made read-only, perhaps by a failover that the "
					+ "driver has not noticed yet.";
		}
		return SqlErrors.isCancelled(ex)
				? "The database cancelled the statement, for example after a timeout, and rolled it back; a retry may succeed."
				: "The database rolled it back; a retry may succeed.";
	}

	private static String refused(SQLException ex) {
		if (SqlErrors.isOfRights(ex)) {
			return "The user lacks a privilege: grant it SELECT, INSERT, UPDATE and DELETE on the table.";
		}
		return SqlErrors.isOfBinaryLog(ex)
				? "The server's binary log accepts only statements, which READ COMMITTED does not allow: set 'binlog_format' to ROW or MIXED."
				: "The database rejects the statement, and would reject a retry.";
	}

	private Dialect dialect(Connection connection) throws SQLException {
		Dialect known = this.dialect;
		if (known == null) {
			known = Dialects.of(connection);
			this.dialect = known;
		}
		return known;
	}

	private ConnectionSource connections() {
		ConnectionSource source = this.connections;
		return (source != null && !this.closed) ? source : openSource();
	}

	private ConnectionSource openSource() {
		this.opening.lock();
		try {
			if (this.closed) {
				throw new LockStoreException("The connections to the tables are closed", Outcome.PERMANENT, null);
			}
			ConnectionSource source = this.connections;
			if (source == null) {
				source = new ConnectionSource(this.dataSource, this.poolSize);
				this.connections = source;
			}
			return source;
		}
		finally {
			this.opening.unlock();
		}
	}

	/**
	 * Work on a connection.
	 *
	 * @param <T> the type of the result
	 */
	public interface Work<T> {

		T apply(Connection connection, Dialect dialect) throws SQLException;

	}

}

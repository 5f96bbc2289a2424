// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.sql.DataSource;

import io.distlock.provider.DaemonThreads;

/**
 * Keeps a few connections of the application's {@link DataSource} where HikariCP is not
 * on the class path. A connection is opened by a thread of its own, because the
 * application's pool may let one wait for as long as it likes, and because nothing of the
 * caller's transaction is to be seen there.
 *
 * @since 0.1.0
 */
public final class KeptConnectionSource implements ConnectionSource {

	private static final long TRUSTED_NANOS = Duration.ofMillis(500).toNanos();

	private static final long KEPT_NANOS = Duration.ofMinutes(2).toNanos();

	private final SessionDataSource sessions;

	private final int poolSize;

	private final Semaphore permits;

	private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();

	private volatile boolean closed;

	public KeptConnectionSource(DataSource dataSource, int poolSize) {
		this.sessions = new SessionDataSource(dataSource, true);
		this.poolSize = poolSize;
		this.permits = new Semaphore(poolSize, true);
	}

	@Override
	public Connection borrow() throws SQLException {
		return borrow(TRUSTED_NANOS);
	}

	@Override
	public Connection borrowUnasked() throws SQLException {
		return borrow(KEPT_NANOS);
	}

	private Connection borrow(long trustedNanos) throws SQLException {
		takePermit();
		try {
			return kept(trustedNanos);
		}
		catch (SQLException | RuntimeException ex) {
			this.permits.release();
			throw ex;
		}
	}

	@Override
	public void giveBack(Connection connection, boolean broken) throws SQLException {
		this.permits.release();
		if (broken || this.closed) {
			connection.close();
		}
		else {
			this.idle.push(new Idle(connection, System.nanoTime()));
		}
	}

	@Override
	public Connection open() throws SQLException {
		CompletableFuture<Connection> opening = new CompletableFuture<>();
		DaemonThreads.start("distlock-jdbc-connect", () -> open(opening));
		try {
			return opening.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			throw new SQLException("Could not open a connection", ex.getCause());
		}
		catch (TimeoutException ex) {
			opening.cancel(false);
			throw new SQLTransientConnectionException("The DataSource gave no connection within " + TIMEOUT, ex);
		}
		catch (InterruptedException ex) {
			opening.cancel(false);
			throw interrupted(ex);
		}
	}

	@Override
	public String describe() {
		return "the %d connections ('distlock.jdbc.pool-size') that are taken from the application's DataSource: that DataSource needs as many additional connections"
			.formatted(this.poolSize);
	}

	@Override
	public void close() {
		this.closed = true;
		for (Idle kept = this.idle.poll(); kept != null; kept = this.idle.poll()) {
			closeQuietly(kept.connection());
		}
	}

	private void takePermit() throws SQLException {
		try {
			if (!this.permits.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
				throw new SQLTransientConnectionException("All connections were in use for " + TIMEOUT);
			}
		}
		catch (InterruptedException ex) {
			throw interrupted(ex);
		}
	}

	private Connection kept(long trustedNanos) throws SQLException {
		for (Idle kept = this.idle.poll(); kept != null; kept = this.idle.poll()) {
			long age = System.nanoTime() - kept.since();
			if (age < trustedNanos || (age < KEPT_NANOS && kept.connection().isValid(1))) {
				return kept.connection();
			}
			closeQuietly(kept.connection());
		}
		return open();
	}

	private void open(CompletableFuture<Connection> opening) {
		try {
			Connection connection = this.sessions.getConnection();
			if (!opening.complete(connection)) {
				connection.close();
			}
		}
		catch (SQLException | RuntimeException ex) {
			opening.completeExceptionally(ex);
		}
	}

	private SQLException interrupted(InterruptedException ex) {
		Thread.currentThread().interrupt();
		return new SQLTransientConnectionException("Interrupted while waiting for a connection", ex);
	}

	private void closeQuietly(Connection connection) {
		try {
			connection.close();
		}
		catch (SQLException ex) {
			// It is of no use any more.
		}
	}

	private record Idle(Connection connection, long since) {

	}

}

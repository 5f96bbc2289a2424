// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.distlock.internal.task.Durations;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/**
 * Source of the provider's connections, which never take part in a transaction of the
 * caller and are acquired within a time limit. If the application's {@link DataSource} is
 * a HikariCP pool, an {@link OwnPool} with separate connections is used, so that business
 * code that exhausts the application's pool cannot prevent renewals. Without HikariCP,
 * each connection is taken from the application's {@link DataSource} and returned after
 * use.
 *
 * @since 0.1.0
 */
public final class ConnectionSource implements AutoCloseable {

	/**
	 * Maximum time to wait for a free connection.
	 */
	public static final Duration TIMEOUT = Duration.ofSeconds(3);

	static final boolean HIKARI = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			ConnectionSource.class.getClassLoader());

	// As many as an application can spare.
	private static final int FEW = 2;

	private static final int MANY = 8;

	private final @Nullable OwnPool pool;

	private final boolean beside;

	private final int poolSize;

	// The pool, or else the application's connections.
	private final DataSource connections;

	// Bounds how many of the application's connections are used without a pool.
	private final Semaphore permits;

	// Opens nothing. The size is how many connections are used at the same time, besides
	// those that open() returns; 0 for eight beside a pool of HikariCP, and two of those
	// that the application has.
	public ConnectionSource(DataSource dataSource, int poolSize) {
		this(dataSource, poolSize, HIKARI);
	}

	ConnectionSource(DataSource dataSource, int poolSize, boolean hikari) {
		this.beside = hikari && OwnPool.isPool(dataSource);
		int usualSize = this.beside ? MANY : FEW;
		this.poolSize = (poolSize > 0) ? poolSize : usualSize;
		this.permits = new Semaphore(this.poolSize, true);
		this.pool = hikari ? pool(dataSource) : null;
		this.connections = (this.pool != null) ? this.pool : new TimedDataSource(dataSource, TIMEOUT);
	}

	private OwnPool pool(DataSource dataSource) {
		return this.beside ? OwnPool.beside(dataSource, this.poolSize, TIMEOUT)
				: OwnPool.over(new TimedDataSource(dataSource, TIMEOUT), this.poolSize, TIMEOUT);
	}

	// Returns whether it may give every thread a connection to another database.
	public static boolean isRouting(DataSource dataSource) {
		try {
			return dataSource.isWrapperFor(AbstractRoutingDataSource.class);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	public int poolSize() {
		return this.poolSize;
	}

	// Takes a connection that works, to be given back. Fails if none could be had within
	// TIMEOUT.
	public Connection borrow() throws SQLException {
		if (this.pool != null) {
			return uninterrupted(this::take);
		}
		if (!uninterrupted((left) -> this.permits.tryAcquire(left, TimeUnit.NANOSECONDS))) {
			throw new SQLTransientConnectionException("All connections were in use for " + Durations.text(TIMEOUT));
		}
		Connection opened = null;
		try {
			opened = this.connections.getConnection();
			return opened;
		}
		finally {
			if (opened == null) {
				this.permits.release();
			}
		}
	}

	// Gives a connection back, or closes it if what it was used for has failed. Where its
	// server is gone, the others are closed, too.
	public void giveBack(Connection connection, @Nullable SQLException failure) throws SQLException {
		if (this.pool == null) {
			try (connection) {
				this.permits.release();
			}
		}
		else if (failure == null) {
			connection.close();
		}
		else {
			this.pool.evict(connection);
			if (SqlErrors.isConnectionEnd(failure)) {
				this.pool.evictIdle();
			}
		}
	}

	// Opens one connection in addition, to be closed by close(). It is used for nothing
	// else, since an idle one may end unnoticed.
	public Connection open() throws SQLException {
		if (this.pool == null) {
			return this.connections.getConnection();
		}
		this.pool.allow(this.poolSize + 1);
		return uninterrupted(this::take);
	}

	public void close(Connection opened) throws SQLException {
		if (this.pool == null) {
			opened.close();
		}
		else {
			this.pool.evict(opened);
			this.pool.allow(this.poolSize);
		}
	}

	// Describes where the connections come from, and which property sets their number.
	public String describe() {
		return this.beside
				? "the pool '%s' of %d connections ('distlock.jdbc.pool-size')".formatted(OwnPool.NAME, this.poolSize)
				: "the %d connections ('distlock.jdbc.pool-size') that are taken from the application's DataSource: that DataSource needs as many additional connections"
					.formatted(this.poolSize);
	}

	@Override
	public void close() {
		if (this.pool != null) {
			this.pool.close();
		}
	}

	// The pool gives up where its caller is interrupted, which it says in its cause.
	private Connection take(long left) throws SQLException, InterruptedException {
		try {
			return this.connections.getConnection();
		}
		catch (SQLException ex) {
			if (left > 0 && Thread.interrupted()) {
				throw (InterruptedException) new InterruptedException().initCause(ex);
			}
			throw ex;
		}
	}

	// An interrupt ends no wait for a connection, since a release would then not reach
	// the database.
	private static <T> T uninterrupted(Wait<T> wait) throws SQLException {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		boolean interrupted = Thread.interrupted();
		try {
			while (true) {
				try {
					return wait.until(end - System.nanoTime());
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Interruptible wait.
	 *
	 * @param <T> the type of the result
	 */
	private interface Wait<T> {

		T until(long nanosLeft) throws SQLException, InterruptedException;

	}

}

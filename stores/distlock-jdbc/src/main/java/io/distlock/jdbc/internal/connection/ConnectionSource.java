// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.distlock.internal.connection.Openings;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * Source of the provider's connections: never one that takes part in a transaction of the
 * caller, and never after an unbounded wait. It keeps a few that are set up. Where the
 * application's {@link DataSource} is a HikariCP pool, they come from a separate
 * {@link OwnPool}, so that business code which exhausts the application's pool cannot
 * keep leases from being renewed; otherwise from the application's.
 *
 * @since 0.1.0
 */
public final class ConnectionSource implements AutoCloseable {

	/**
	 * How long to wait for a free connection.
	 */
	public static final Duration TIMEOUT = Duration.ofSeconds(3);

	// As many as are kept while few are used, and as an application can spare.
	private static final int FEW = 2;

	private static final int MANY = 8;

	private static final Duration TRUSTED = Duration.ofMillis(500);

	private final SessionDataSource sessions;

	private final @Nullable OwnPool own;

	private final Openings<Connection> openings;

	private final int poolSize;

	private final Limits limits;

	private final Semaphore permits;

	private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();

	private final Map<Connection, Long> taken = new ConcurrentHashMap<>();

	private final AtomicBoolean watching = new AtomicBoolean();

	private final CountDownLatch closed = new CountDownLatch(1);

	// Opens nothing. The size is how many connections are used at the same time, besides
	// those that open() returns; 0 for eight in a pool of our own, and two of those that
	// the application has.
	public ConnectionSource(DataSource dataSource, int poolSize) {
		this(dataSource, poolSize, null);
	}

	ConnectionSource(DataSource dataSource, int poolSize, @Nullable Limits limits) {
		// The connection that listens is not kept.
		this.own = ProbeDataSource.HIKARI ? OwnPool.beside(dataSource, ((poolSize > 0) ? poolSize : MANY) + 1, TIMEOUT)
				: null;
		this.sessions = new SessionDataSource((this.own != null) ? this.own : dataSource, this.own == null);
		this.openings = new Openings<>("distlock-jdbc-connect-", this.sessions::getConnection,
				(late) -> closeQuietly(late, false));
		int usualSize = (this.own != null) ? MANY : FEW;
		this.poolSize = (poolSize > 0) ? poolSize : usualSize;
		Limits usual = (this.own != null) ? Limits.OWN : Limits.BORROWED;
		this.limits = (limits != null) ? limits : usual;
		this.permits = new Semaphore(this.poolSize, true);
	}

	public int poolSize() {
		return this.poolSize;
	}

	// Takes a connection that works, to be given back. Fails if none could be had within
	// TIMEOUT.
	public Connection borrow() throws SQLException {
		return borrow(TRUSTED);
	}

	// Takes a connection that may turn out to be dead, for a caller that only reads and
	// can retry: validating each would double the requests of a node that polls every
	// second.
	public Connection borrowUnasked() throws SQLException {
		return borrow(this.limits.idle());
	}

	private Connection borrow(Duration trusted) throws SQLException {
		takePermit();
		Connection taken = null;
		try {
			taken = kept(trusted);
			return taken;
		}
		finally {
			if (taken == null) {
				this.permits.release();
			}
		}
	}

	public void giveBack(Connection connection, boolean broken) throws SQLException {
		try {
			if (broken || isClosed()) {
				close(connection, broken);
			}
			else {
				this.idle.push(new Idle(connection, System.nanoTime()));
				if (isClosed()) {
					closeAllIdle();
				}
				watchIdle();
			}
		}
		finally {
			this.permits.release();
		}
	}

	// Opens a connection that is not kept, for the caller to close.
	public Connection open() throws SQLException {
		return (this.own != null) ? openOwn() : openInTime();
	}

	// Describes where the connections come from, and which property sets their number.
	public String describe() {
		return (this.own != null)
				? "the pool '%s' of %d connections ('distlock.jdbc.pool-size')".formatted(OwnPool.NAME, this.poolSize)
				: "the %d connections ('distlock.jdbc.pool-size') that are taken from the application's DataSource: that DataSource needs as many additional connections"
					.formatted(this.poolSize);
	}

	@Override
	public void close() {
		this.closed.countDown();
		closeAllIdle();
		if (this.own != null) {
			this.own.close();
		}
	}

	private void closeAllIdle() {
		for (Idle kept = this.idle.poll(); kept != null; kept = this.idle.poll()) {
			closeQuietly(kept.connection(), false);
		}
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

	// An interrupt ends no wait for a connection, since a release would then not reach
	// the database.
	private void takePermit() throws SQLException {
		if (!uninterrupted((left) -> this.permits.tryAcquire(left, TimeUnit.NANOSECONDS))) {
			throw new SQLTransientConnectionException("All connections were in use for " + Durations.text(TIMEOUT));
		}
	}

	// The pool gives up where its caller is interrupted, which it says in its cause.
	private Connection openOwn() throws SQLException {
		return uninterrupted((left) -> {
			try {
				return this.sessions.getConnection();
			}
			catch (SQLException ex) {
				if (left > 0 && Thread.interrupted()) {
					throw (InterruptedException) new InterruptedException().initCause(ex);
				}
				throw ex;
			}
		});
	}

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

	// Of many that one wait for an answer each would be too long for, one is asked: where
	// it is dead, the others are given up with it.
	private Connection kept(Duration trusted) throws SQLException {
		boolean asks = true;
		for (Idle kept = this.idle.poll(); kept != null; kept = this.idle.poll()) {
			boolean old = isOlder(this.taken.get(kept.connection()), this.limits.lifetime());
			if (!old && (!isOlder(kept.since(), trusted) || asks && isAlive(kept))) {
				return kept.connection();
			}
			asks &= old || this.own == null;
			closeQuietly(kept.connection(), !old);
		}
		Connection opened = open();
		this.taken.put(opened, System.nanoTime());
		return opened;
	}

	private boolean isAlive(Idle kept) throws SQLException {
		return !isOlder(kept.since(), this.limits.idle()) && kept.connection().isValid(1);
	}

	private static boolean isOlder(@Nullable Long since, Duration age) {
		return since == null || System.nanoTime() - since > age.toNanos();
	}

	// Closes connections that are not used any more, by a thread that ends with the last
	// one. Where there is no memory for it, the next connection that is given back asks
	// for it again.
	private void watchIdle() {
		if (this.watching.compareAndSet(false, true)
				&& !DaemonThreads.tryStart("distlock-jdbc-idle", this::closeIdle)) {
			this.watching.set(false);
		}
	}

	private void closeIdle() {
		try {
			while (!this.idle.isEmpty()
					&& !this.closed.await(this.limits.surplus().toMillis(), TimeUnit.MILLISECONDS)) {
				int position = 0;
				for (Idle kept : this.idle) {
					Duration limit = (position++ < FEW) ? this.limits.idle() : this.limits.surplus();
					if (isOlder(kept.since(), limit) && this.idle.remove(kept)) {
						closeQuietly(kept.connection(), true);
					}
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.watching.set(false);
		}
		if (!this.idle.isEmpty() && !isClosed()) {
			watchIdle();
		}
	}

	// The application's pool may let one wait for as long as it likes, and nothing of the
	// caller's transaction is to be seen there.
	private Connection openInTime() throws SQLException {
		try {
			return this.openings.open(TIMEOUT);
		}
		catch (ExecutionException ex) {
			throw new SQLException("Could not open a connection", ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new SQLTransientConnectionException(
					"The DataSource gave no connection within " + Durations.text(TIMEOUT), ex);
		}
	}

	private void close(Connection connection, boolean broken) throws SQLException {
		this.taken.remove(connection);
		if (broken && this.own != null) {
			this.own.evict(connection);
		}
		else {
			connection.close();
		}
	}

	private void closeQuietly(Connection connection, boolean broken) {
		try {
			close(connection, broken);
		}
		catch (SQLException | RuntimeException ex) {
			// It is of no use any more.
		}
	}

	/**
	 * A wait that an interrupt ends.
	 *
	 * @param <T> what it results in
	 */
	private interface Wait<T> {

		T until(long nanosLeft) throws SQLException, InterruptedException;

	}

	private record Idle(Connection connection, long since) {

	}

	/**
	 * How long connections are kept. Own ones go back to their pool from time to time,
	 * since it knows how long each may live. The application's are taken again at the
	 * risk of getting none.
	 *
	 * @param idle for how long a connection that is not used is kept
	 * @param surplus for how long one is kept that is not used while two others are not
	 * used either, and how often those that are kept no longer are closed
	 * @param lifetime for how long any is kept
	 */
	record Limits(Duration idle, Duration surplus, Duration lifetime) {

		private static final Limits OWN = new Limits(Duration.ofMinutes(2), Duration.ofSeconds(10),
				Duration.ofMinutes(2));

		private static final Limits BORROWED = new Limits(OWN.idle(), OWN.surplus(), Duration.ofMinutes(30));

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.distlock.internal.connection.WaitingKeys;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.jdbc.internal.dialect.PostgresDriver;
import io.distlock.jdbc.internal.dialect.PostgresSession;
import io.distlock.jdbc.internal.sql.QueueSql;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on one connection with one daemon thread, from the first waiter or woken node
 * until no wait has occurred for some time. A notification only suggests another attempt;
 * waiters also poll regularly. Nodes with other databases poll only.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class PostgresWakeUps implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(PostgresWakeUps.class);

	private static final long RECONNECT_MILLIS = 1000;

	private static final long CLOSE_NANOS = Duration.ofSeconds(2).toNanos();

	private static final long UNAVAILABLE_NANOS = Duration.ofMinutes(10).toNanos();

	private final WaitingKeys waiting = new WaitingKeys();

	private final HandoffChecks checks = new HandoffChecks();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition returned = this.lock.newCondition();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final Source source;

	private final QueueSql.Pass pass;

	private boolean running;

	private @Nullable Connection connection;

	private long unavailableSince;

	private boolean unavailable;

	private volatile long node;

	public PostgresWakeUps(Source source, QueueSql.Pass pass) {
		this.source = source;
		this.pass = pass;
	}

	public void add(String key, Runnable wakeUp) {
		this.waiting.add(key, wakeUp);
		startUnlessRunning();
	}

	public void remove(String key, Runnable wakeUp) {
		this.waiting.remove(key, wakeUp);
	}

	// Returns where this node hears from now on, for its place in the queue; zero if it
	// hears nothing, and has to poll.
	public long node() {
		return this.node;
	}

	public boolean isLive() {
		return this.node != 0;
	}

	// Checks later that a lock does not stay free because the node that was woken does
	// not come. The last token is zero if no node was woken.
	public void woken(String key, long lastToken) {
		if (lastToken == 0) {
			return;
		}
		// In one step, since the thread ends where it finds nothing to do.
		locked(() -> {
			boolean started = startUnlessRunning();
			if (started) {
				this.checks.add(key, lastToken, System.nanoTime());
			}
			return started;
		});
	}

	// Returns the last token under which this node has released a lock, and woken another
	// one, zero if there is nothing to check any more.
	public long awaited(String key) {
		return this.checks.awaited(key);
	}

	// A lock that has another token was granted since: to check it would find nothing,
	// and its release wakes the next waiter.
	public void found(String key, long awaited, long lastToken) {
		if (lastToken != 0 && lastToken != awaited) {
			this.checks.remove(key, awaited);
		}
	}

	// The thread returns its connection to the pool, which would warn of one that ended
	// while it was in use. Only a server that is silent has it aborted.
	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed.countDown();
			awaitReturn();
			if (this.connection != null) {
				this.connection.abort(Runnable::run);
			}
		}
		catch (SQLException ex) {
			logger.debug("Could not close the connection that listens for released locks", ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void awaitReturn() {
		try {
			for (long left = CLOSE_NANOS; this.connection != null && left > 0;) {
				left = this.returned.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean startUnlessRunning() {
		return locked(() -> {
			boolean pointless = this.unavailable && System.nanoTime() - this.unavailableSince < UNAVAILABLE_NANOS;
			if (!this.running && !isClosed() && !pointless && PostgresDriver.isPresent()) {
				this.unavailable = false;
				this.running = DaemonThreads.tryStart("distlock-jdbc-listen", this::listenWhileNeeded);
			}
			return this.running;
		});
	}

	private void listenWhileNeeded() {
		boolean quiet = false;
		while (!isOver()) {
			try {
				listenOnce();
				quiet = false;
			}
			catch (SQLException | RuntimeException | Error ex) {
				logFailure(ex, quiet);
				quiet = true;
				pause();
			}
			finally {
				this.node = 0;
				this.waiting.wakeAll();
			}
		}
	}

	// In one step with the check, the thread is given up, so that one who comes later
	// starts another.
	private boolean isOver() {
		return locked(() -> {
			boolean over = isClosed() || this.unavailable || this.waiting.isEmpty() && this.checks.isEmpty();
			this.running = !over;
			return over;
		});
	}

	private boolean locked(BooleanSupplier work) {
		this.lock.lock();
		try {
			return work.getAsBoolean();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void listenOnce() throws SQLException {
		Connection opened = this.source.open();
		try {
			if (!PostgresSession.isDirect(opened)) {
				giveUp();
				return;
			}
			PostgresListener listening = new PostgresListener(opened, this.waiting, this.checks, this.pass);
			long address = listening.begin();
			if (keep(opened)) {
				this.node = address;
				this.waiting.wakeAll();
				listening.listenWhileNeeded(this::isClosed);
			}
		}
		finally {
			this.source.close(opened);
			keep(null);
		}
	}

	private boolean keep(@Nullable Connection opened) {
		return locked(() -> {
			this.connection = opened;
			this.returned.signalAll();
			return !isClosed();
		});
	}

	private void giveUp() {
		locked(() -> {
			this.unavailableSince = System.nanoTime();
			this.unavailable = true;
			return true;
		});
		logger.info(
				"Cannot listen for released locks in '{}', because the connection goes through a pooling proxy, such as PgBouncer, or is not one of the PostgreSQL driver; waiting nodes poll, at most 'distlock.jdbc.max-poll-interval' apart",
				this.pass.table());
	}

	private void logFailure(Throwable ex, boolean quiet) {
		if (!quiet && !isClosed()) {
			logger.warn(
					"The connection that listens for released locks in '{}' was lost or refused; waiting nodes poll until it is reestablished: {}",
					this.pass.table(), ex.getMessage());
		}
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

	private void pause() {
		this.node = 0;
		try {
			if (!this.closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS)) {
				logger.debug("Listening for released locks again");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Source of a dedicated connection.
	 */
	public interface Source {

		Connection open() throws SQLException;

		default void close(Connection opened) throws SQLException {
			opened.close();
		}

	}

}

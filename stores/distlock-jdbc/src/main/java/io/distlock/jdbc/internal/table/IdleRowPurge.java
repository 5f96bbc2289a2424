// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rows without use for a given time, on a background thread, six times within
 * that time and at least once an hour. A lock that is used again afterwards takes its
 * tokens from the clock, which is ahead of the tokens of the deleted row.
 *
 * @since 0.1.0
 */
public final class IdleRowPurge {

	private static final Logger logger = LoggerFactory.getLogger(IdleRowPurge.class);

	private static final long FIRST_NANOS = Duration.ofMinutes(5).toNanos();

	private static final long MIN_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

	// The purges in the time for which a row is kept: a row may stay for a sixth of it
	// longer.
	private static final int RUNS_PER_IDLE_TIME = 6;

	private static final long RAREST_NANOS = Duration.ofHours(1).toNanos();

	// The most rows that one statement deletes.
	private static final int BATCH_SIZE = 500;

	// Between two statements the database has time for others.
	private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

	private final SqlDatabase database;

	private final SqlTable table;

	private final Long idleMicros;

	private final long interval;

	private final AtomicLong next;

	private final AtomicBoolean running = new AtomicBoolean();

	public IdleRowPurge(SqlDatabase database, SqlTable table, Duration after) {
		this.database = database;
		this.table = table;
		this.idleMicros = TimeUnit.MICROSECONDS.convert(after);
		this.interval = Math.max(MIN_INTERVAL_NANOS,
				Math.min(TimeUnit.MICROSECONDS.toNanos(this.idleMicros / RUNS_PER_IDLE_TIME), RAREST_NANOS));
		this.next = new AtomicLong(System.nanoTime() + first(this.interval));
	}

	// Returns when the first purge begins. Nodes that start together do not begin
	// together.
	private static long first(long interval) {
		long latest = Math.min(interval, FIRST_NANOS);
		return ThreadLocalRandom.current().nextLong(latest / 5, latest + 1);
	}

	public void startIfDue() {
		long due = this.next.get();
		long now = System.nanoTime();
		if (now - due >= 0 && this.next.compareAndSet(due, now + this.interval)) {
			DaemonThreads.tryStart("distlock-jdbc-purge", this::purgeUnlessRunning);
		}
	}

	// Purges until there is nothing left to delete. Returns how many rows were deleted.
	public int purge() {
		int purged = 0;
		int deleted = purgeBatch();
		while (deleted > 0) {
			purged += deleted;
			LockSupport.parkNanos(PAUSE_NANOS);
			deleted = purgeBatch();
		}
		return purged;
	}

	private void purgeUnlessRunning() {
		if (!this.running.compareAndSet(false, true)) {
			return;
		}
		try {
			int purged = purge();
			logger.debug("Purged {} idle rows of the table for {}", purged, this.table.name());
		}
		catch (LockStoreException ex) {
			logger.debug("Could not purge the table for {}; will retry later", this.table.name(), ex);
		}
		finally {
			this.running.set(false);
		}
	}

	private int purgeBatch() {
		return this.database.run(this.table, () -> "purge idle rows", this::purgeBatch);
	}

	private int purgeBatch(Connection connection, Dialect dialect) throws SQLException {
		String name = this.database.nameOf(this.table);
		List<Object> parameters = Sql.list(connection, find(dialect, this.table, name, BATCH_SIZE),
				(row) -> row.getString(1), this.idleMicros, this.idleMicros);
		int found = parameters.size();
		if (found == 0) {
			return 0;
		}
		parameters.addAll(List.of(this.idleMicros, this.idleMicros));
		String delete = "delete from %s where %s in %s and %s".formatted(name, this.table.key(dialect),
				Sql.parameters(found), this.table.idle(dialect));
		return Sql.update(connection, delete, parameters.toArray());
	}

	public static String find(Dialect dialect, SqlTable table, String name, int limit) {
		return "select %s from %s where %s order by %s%s".formatted(table.key(dialect), name, table.idle(dialect),
				table.lastUsed(), dialect.limit(limit));
	}

}

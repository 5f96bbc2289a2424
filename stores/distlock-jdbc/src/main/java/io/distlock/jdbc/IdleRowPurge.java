// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.distlock.jdbc.LockDatabase.Dialect;
import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.Sql;
import io.distlock.jdbc.statement.LockStatements;
import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rows that no node has used for long, once in each interval, and not on the
 * thread of a caller. A lock that is used again afterwards takes its tokens from the
 * clock, which is past those of the deleted row.
 */
final class IdleRowPurge {

	private static final Logger logger = LoggerFactory.getLogger(IdleRowPurge.class);

	private static final Duration FIRST = Duration.ofMinutes(5);

	private final LockDatabase database;

	private final SchemaTable table;

	private final PurgeSettings settings;

	private final AtomicLong next;

	private final AtomicBoolean running = new AtomicBoolean();

	IdleRowPurge(LockDatabase database, SchemaTable table, PurgeSettings settings) {
		this.database = database;
		this.table = table;
		this.settings = settings;
		this.next = new AtomicLong(System.nanoTime() + first(settings.interval()));
	}

	// Returns when the first purge begins. Nodes that start together do not begin
	// together.
	private static long first(Duration interval) {
		long latest = ((interval.compareTo(FIRST) < 0) ? interval : FIRST).toNanos();
		return ThreadLocalRandom.current().nextLong(latest / 5, latest + 1);
	}

	void startIfDue() {
		long due = this.next.get();
		long now = System.nanoTime();
		if (now - due >= 0 && this.next.compareAndSet(due, now + this.settings.interval().toNanos())
				&& this.running.compareAndSet(false, true)) {
			DaemonThreads.start("distlock-jdbc-purge", this::purgeQuietly);
		}
	}

	// Purges until there is nothing left to delete. Returns how many rows were deleted.
	int purge() {
		int purged = 0;
		int deleted = purgeBatch();
		while (deleted > 0) {
			purged += deleted;
			LockSupport.parkNanos(this.settings.pause().toNanos());
			deleted = purgeBatch();
		}
		return purged;
	}

	private void purgeQuietly() {
		try {
			int purged = purge();
			logger.debug("Purged {} idle rows of the table for {}", purged, this.table);
		}
		catch (LockStoreException ex) {
			logger.debug("Could not purge the table for {}; will retry in {}", this.table, this.settings.interval(),
					ex);
		}
		finally {
			this.running.set(false);
		}
	}

	private int purgeBatch() {
		return this.database.run(this.table, "purge idle rows", this::purgeBatch);
	}

	private int purgeBatch(Connection connection, Dialect dialect) throws SQLException {
		Long idleMicros = LockStatements.micros(this.settings.after());
		String name = this.database.nameOf(this.table);
		List<Object> parameters = Sql.list(connection,
				find(dialect.platform(), this.table, name, this.settings.batchSize()), (row) -> row.getString(1),
				idleMicros, idleMicros);
		int found = parameters.size();
		if (found == 0) {
			return 0;
		}
		parameters.addAll(List.of(idleMicros, idleMicros));
		String delete = "delete from %s where %s in %s and %s".formatted(name, this.table.key(), Sql.parameters(found),
				this.table.idle(dialect.platform()));
		return Sql.update(connection, delete, parameters.toArray());
	}

	static String find(Platform platform, SchemaTable table, String name, int limit) {
		return "select %s from %s where %s order by %s%s".formatted(table.key(), name, table.idle(platform),
				table.lastUsed(), platform.limit(limit));
	}

}

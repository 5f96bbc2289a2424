package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.distlock.jdbc.LockDatabase.Dialect;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rows that nobody has used for long, about once an hour, and not on the thread
 * of a caller. A lock that is used again afterwards takes its tokens from the clock,
 * which is past those of the deleted row.
 */
final class IdleRowPurge {

	private static final Logger logger = LoggerFactory.getLogger(IdleRowPurge.class);

	private static final int BATCH_SIZE = 256;

	private static final int MAX_BATCHES = 100;

	private static final long INTERVAL_NANOS = Duration.ofHours(1).toNanos();

	private static final long FIRST_NANOS = Duration.ofMinutes(5).toNanos();

	private final LockDatabase database;

	private final SchemaTable table;

	private final Function<Dialect, IdleSql> statements;

	private final Duration purgeAfter;

	private final AtomicLong next;

	/**
	 * Create a purge.
	 * @param database where the table is
	 * @param table the table
	 * @param statements the statements for it
	 * @param purgeAfter how long a row is kept that nobody uses
	 */
	IdleRowPurge(LockDatabase database, SchemaTable table, Function<Dialect, IdleSql> statements, Duration purgeAfter) {
		this.database = database;
		this.table = table;
		this.statements = statements;
		this.purgeAfter = purgeAfter;
		this.next = new AtomicLong(
				System.nanoTime() + ThreadLocalRandom.current().nextLong(FIRST_NANOS / 5, FIRST_NANOS));
	}

	/**
	 * Begin to purge if it is time.
	 */
	void startIfDue() {
		long due = this.next.get();
		long now = System.nanoTime();
		if (now - due >= 0 && this.next.compareAndSet(due, now + INTERVAL_NANOS)) {
			Thread purge = new Thread(this::purgeQuietly, "distlock-jdbc-purge");
			purge.setDaemon(true);
			purge.start();
		}
	}

	/**
	 * Purge now.
	 * @return how many rows were deleted
	 */
	int purge() {
		int purged = 0;
		for (int i = 0; i < MAX_BATCHES; i++) {
			Batch batch = this.database.run(this.table, "purge idle rows", this::purgeBatch);
			purged += batch.deleted();
			if (batch.found() < BATCH_SIZE) {
				break;
			}
		}
		return purged;
	}

	private void purgeQuietly() {
		try {
			int purged = purge();
			logger.debug("Purged {} idle rows of the table for {}", purged, this.table);
		}
		catch (LockStoreException ex) {
			logger.debug("Could not purge the table for {}; the next try is in an hour", this.table, ex);
		}
	}

	private Batch purgeBatch(Connection connection, Dialect dialect) throws SQLException {
		Long idleMicros = LockStatements.micros(this.purgeAfter);
		IdleSql sql = this.statements.apply(dialect);
		List<Object> parameters = new ArrayList<>(keys(connection, sql.idle(), idleMicros));
		int found = parameters.size();
		if (found == 0) {
			return new Batch(0, 0);
		}
		parameters.addAll(List.of(idleMicros, idleMicros));
		String delete = sql.deleteIdle(found);
		return new Batch(found, Parameters.update(connection, delete, parameters.toArray()));
	}

	private List<String> keys(Connection connection, String sql, Long idleMicros) throws SQLException {
		List<String> keys = new ArrayList<>();
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setMaxRows(BATCH_SIZE);
			try (ResultSet row = Parameters.bind(statement, idleMicros, idleMicros).executeQuery()) {
				while (row.next()) {
					keys.add(row.getString(1));
				}
			}
		}
		return keys;
	}

	/**
	 * The statements that find and delete idle rows.
	 */
	interface IdleSql {

		// Parameters: how long idle, twice.
		String idle();

		// Parameters: the keys, how long idle, twice.
		String deleteIdle(int count);

	}

	private record Batch(int found, int deleted) {

	}

}

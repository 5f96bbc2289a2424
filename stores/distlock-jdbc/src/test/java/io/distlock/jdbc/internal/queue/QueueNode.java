// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.Queue;

import javax.sql.DataSource;

import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.internal.sql.LockStatements.End;
import io.distlock.jdbc.internal.sql.LockStatements.Observation;
import io.distlock.jdbc.internal.sql.PostgresSql;
import io.distlock.jdbc.internal.sql.PostgresStatements;
import io.distlock.jdbc.internal.sql.QueuePosition;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A node on PostgreSQL that does one step at a time, and nothing by itself.
 */
final class QueueNode implements AutoCloseable {

	private static final LockStatements STATEMENTS = new PostgresStatements(
			new PostgresSql(Dialects.POSTGRESQL, "DISTLOCK_LOCK"));

	private static final Duration LEASE = Duration.ofSeconds(30);

	private static final int SOON_MILLIS = 30_000;

	private static final int MOMENT_MILLIS = 200;

	private final Connection connection;

	private final PGConnection session;

	private final LockKey key;

	private final String owner;

	private final Queue<String> heard = new ArrayDeque<>();

	private boolean inLine;

	QueueNode(DataSource database, LockKey key, String owner) throws SQLException {
		this.connection = database.getConnection();
		this.session = this.connection.unwrap(PGConnection.class);
		this.key = key;
		this.owner = owner;
		Sql.execute(this.connection, "listen distlock_" + id());
	}

	long id() {
		return this.session.getBackendPID();
	}

	/**
	 * Ask for the lock.
	 * @return its last token, empty if it is busy
	 */
	OptionalLong acquire() throws SQLException {
		LockClaim claim = LockClaim.of(this.key, LEASE, 1, this.owner);
		return STATEMENTS.acquire(this.connection, LockSql.key(this.key), this.owner, claim, turn());
	}

	/**
	 * Stand in line, as one does who was not granted the lock.
	 */
	Observation standInLine() throws SQLException {
		Observation found = STATEMENTS.observe(this.connection, LockSql.key(this.key), Duration.ofSeconds(2), turn());
		this.inLine = !found.isFree();
		return found;
	}

	End release() throws SQLException {
		return STATEMENTS.release(this.connection, LockSql.key(this.key), this.owner, Long.MAX_VALUE);
	}

	/**
	 * Return what the node is told.
	 */
	@Nullable String heard() throws SQLException {
		return next(SOON_MILLIS);
	}

	@Nullable String heardByChance() throws SQLException {
		return next(MOMENT_MILLIS);
	}

	private @Nullable String next(int millis) throws SQLException {
		if (this.heard.isEmpty()) {
			for (PGNotification notification : this.session.getNotifications(millis)) {
				this.heard.add(notification.getParameter());
			}
		}
		return this.heard.poll();
	}

	private QueuePosition turn() {
		return new QueuePosition(id(), this.inLine, false);
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
	}

}

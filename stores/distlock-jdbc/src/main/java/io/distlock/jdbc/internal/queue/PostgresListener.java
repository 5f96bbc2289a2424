// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.distlock.internal.connection.WaitingKeys;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.queue.HandoffChecks.HandoffCheck;
import io.distlock.jdbc.internal.sql.QueueSql;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Connection for notifications: notifies a node of its turn, and wakes the next node if a
 * woken node does not acquire the lock. Used by one thread.
 */
final class PostgresListener {

	// Longest time until a lock to check is noticed.
	private static final int LISTEN_MILLIS = 100;

	private static final long IDLE_NANOS = Duration.ofMinutes(1).toNanos();

	private static final long PING_NANOS = Duration.ofSeconds(10).toNanos();

	private final Connection connection;

	private final PGConnection notifications;

	private final WaitingKeys waiting;

	private final HandoffChecks checks;

	private final QueueSql.Pass pass;

	private long lastSign;

	PostgresListener(Connection connection, WaitingKeys waiting, HandoffChecks checks, QueueSql.Pass pass)
			throws SQLException {
		this.connection = connection;
		this.notifications = connection.unwrap(PGConnection.class);
		this.waiting = waiting;
		this.checks = checks;
		this.pass = pass;
	}

	// Begins to listen. Returns where others reach this node.
	long begin() throws SQLException {
		Sql.execute(this.connection, "listen \"" + channel() + "\"");
		return this.notifications.getBackendPID();
	}

	private String channel() {
		return QueueSql.channel(this.notifications.getBackendPID());
	}

	// Listens until it is over, or nothing has been waited for for a while. The
	// application may use its connection for something else next.
	void listenWhileNeeded(BooleanSupplier over) throws SQLException {
		try {
			hearWhileNeeded(over);
		}
		catch (SQLException | RuntimeException ex) {
			Sql.after(ex, this::unlisten);
			throw ex;
		}
		unlisten();
	}

	private void hearWhileNeeded(BooleanSupplier over) throws SQLException {
		long lastNeed = System.nanoTime();
		this.lastSign = lastNeed;
		while (!over.getAsBoolean() && System.nanoTime() - lastNeed < IDLE_NANOS) {
			hear(this.notifications.getNotifications(LISTEN_MILLIS));
			checkHandoffs();
			if (!this.waiting.isEmpty() || !this.checks.isEmpty()) {
				lastNeed = System.nanoTime();
			}
		}
	}

	private void unlisten() throws SQLException {
		Sql.execute(this.connection, "unlisten \"" + channel() + "\"");
	}

	private void hear(PGNotification @Nullable [] heard) throws SQLException {
		if (heard != null && heard.length > 0) {
			this.lastSign = System.nanoTime();
			for (PGNotification notification : heard) {
				woken(HandoffCheck.heard(notification.getParameter()));
			}
		}
		else if (System.nanoTime() - this.lastSign > PING_NANOS) {
			Sql.execute(this.connection, "select 1");
			this.lastSign = System.nanoTime();
		}
	}

	// A node that does not wait any more lets the next one have its turn.
	private void woken(HandoffCheck turn) throws SQLException {
		if (!this.waiting.wake(turn.key())) {
			pass(turn);
		}
	}

	private void checkHandoffs() throws SQLException {
		for (HandoffCheck due = this.checks.due(System.nanoTime()); due != null; due = this.checks
			.due(System.nanoTime())) {
			pass(due);
		}
	}

	// The table of those who hold a lock together may be missing as long as none do.
	private void pass(HandoffCheck turn) throws SQLException {
		Long woken = run(this.pass.free(), turn);
		if (woken == null && run(this.pass.isTogether(), turn) != null) {
			woken = run(this.pass.together(), turn);
		}
		if (woken != null && woken != 0) {
			this.checks.add(turn.key(), turn.lastToken(), System.nanoTime());
		}
	}

	private @Nullable Long run(String sql, HandoffCheck turn) throws SQLException {
		return Sql.first(this.connection, sql, (row) -> row.getLong("woken"), turn.key(), turn.lastToken());
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.UUID;

import javax.sql.DataSource;

import io.distlock.benchmark.measure.Signal;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * One notification of PostgreSQL. Who waits reads the connection itself.
 */
final class NotifiedSignal implements Signal {

	private static final String CHANNEL = "bench_signal";

	private final String self = UUID.randomUUID().toString();

	private final Connection sending;

	private final PreparedStatement notify;

	private final Connection hearing;

	NotifiedSignal(DataSource database) throws SQLException {
		this.sending = database.getConnection();
		this.notify = this.sending.prepareStatement("select pg_notify('%s', ?)".formatted(CHANNEL));
		this.hearing = database.getConnection();
		try (Statement listen = this.hearing.createStatement()) {
			listen.execute("listen " + CHANNEL);
		}
	}

	@Override
	public void send() throws SQLException {
		this.notify.setString(1, this.self);
		this.notify.executeQuery().close();
	}

	@Override
	public void await() throws SQLException {
		PGConnection connection = this.hearing.unwrap(PGConnection.class);
		while (Arrays.stream(connection.getNotifications(0)).noneMatch(this::isFromSomebodyElse)) {
			// one's own are heard, too
		}
	}

	private boolean isFromSomebodyElse(PGNotification notification) {
		return !notification.getParameter().equals(this.self);
	}

	@Override
	public void close() throws SQLException {
		this.hearing.close();
		this.sending.close();
	}

}

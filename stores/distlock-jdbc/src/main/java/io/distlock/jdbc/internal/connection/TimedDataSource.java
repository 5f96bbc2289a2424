// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import javax.sql.DataSource;

import io.distlock.internal.connection.Openings;
import io.distlock.internal.task.Durations;

import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Connections of the application's {@link DataSource}, configured for the provider and
 * opened within a timeout. The application's pool may block a caller indefinitely, so
 * another thread opens each connection, which takes no part in a transaction of the
 * caller.
 */
final class TimedDataSource extends AbstractDataSource {

	private final Openings<Connection> openings;

	private final Duration timeout;

	TimedDataSource(DataSource dataSource, Duration timeout) {
		DataSource sessions = new SessionDataSource(dataSource, true);
		this.openings = new Openings<>("distlock-jdbc-connect-", sessions::getConnection,
				TimedDataSource::closeQuietly);
		this.timeout = timeout;
	}

	@Override
	public Connection getConnection() throws SQLException {
		try {
			return this.openings.open(this.timeout);
		}
		catch (ExecutionException ex) {
			throw new SQLException("Could not open a connection", ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new SQLTransientConnectionException(
					"The DataSource gave no connection within " + Durations.text(this.timeout), ex);
		}
	}

	@Override
	public Connection getConnection(String username, String password) throws SQLException {
		return getConnection();
	}

	private static void closeQuietly(Connection connection) {
		try {
			connection.close();
		}
		catch (SQLException | RuntimeException ex) {
			// No caller waits for the connection.
		}
	}

}

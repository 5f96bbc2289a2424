// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Connections for checks before the first lock, according to the state of the
 * application's {@link DataSource} when this object is created. A HikariCP pool opens all
 * its connections with the first request, so for an unused pool a separate connection is
 * opened with its settings, and closed with this object.
 *
 * @since 0.1.0
 */
public final class ProbeDataSource implements AutoCloseable {

	private final DataSource dataSource;

	private final State state;

	private @Nullable OwnPool beside;

	private ProbeDataSource(DataSource dataSource, State state) {
		this.dataSource = dataSource;
		this.state = state;
	}

	// Opens nothing.
	public static ProbeDataSource of(DataSource dataSource) {
		State unused = (ConnectionSource.HIKARI && OwnPool.isWorthwhile(dataSource)) ? State.UNUSED : State.UNKNOWN;
		return new ProbeDataSource(dataSource,
				(ConnectionSource.HIKARI && OwnPool.isRunning(dataSource)) ? State.OPEN : unused);
	}

	public State state() {
		return this.state;
	}

	public Connection getConnection() throws SQLException {
		if (this.state == State.UNUSED && this.beside == null) {
			this.beside = OwnPool.ofOne(this.dataSource);
		}
		return (this.beside != null) ? this.beside.getConnection() : this.dataSource.getConnection();
	}

	@Override
	public void close() {
		if (this.beside != null) {
			this.beside.close();
		}
	}

	/**
	 * State of the application's connections.
	 */
	public enum State {

		/**
		 * The application has already used the pool, so a request for a connection has no
		 * side effect.
		 */
		OPEN,

		/**
		 * The pool is unused, and its database is outside of this JVM. Separate
		 * connections are opened.
		 */
		UNUSED,

		/**
		 * The state is unknown. Connections are taken from the data source.
		 */
		UNKNOWN

	}

}

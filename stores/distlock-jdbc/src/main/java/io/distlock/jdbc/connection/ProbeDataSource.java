// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.ClassUtils;

/**
 * Connections for what is looked at before the first lock, in the state that the
 * application's {@link DataSource} has when this object is created. A pool of HikariCP
 * opens all its connections when it is asked for the first, so while it has not been
 * used, a connection is opened beside it instead, with its settings, and is gone when it
 * is closed.
 *
 * @since 0.1.0
 */
public final class ProbeDataSource extends DelegatingDataSource {

	private final State state;

	private ProbeDataSource(DataSource target, State state) {
		super(target);
		this.state = state;
	}

	/**
	 * Look at a data source. Opens nothing.
	 * @param dataSource the data source of the application
	 * @return where to get connections at start
	 */
	public static ProbeDataSource of(DataSource dataSource) {
		return ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", ProbeDataSource.class.getClassLoader())
				? Hikari.look(dataSource) : new ProbeDataSource(dataSource, State.UNKNOWN);
	}

	/**
	 * Return what is known of the application's connections.
	 * @return the state
	 */
	public State state() {
		return this.state;
	}

	/**
	 * What needs HikariCP, in a class of its own because it is optional.
	 */
	private static final class Hikari {

		static ProbeDataSource look(DataSource dataSource) {
			HikariBusinessPool pool = HikariBusinessPool.of(dataSource);
			if (pool != null && pool.isUsed()) {
				return new ProbeDataSource(dataSource, State.OPEN);
			}
			DataSource beside = (pool != null) ? pool.beside() : null;
			return (beside != null) ? new ProbeDataSource(beside, State.UNUSED)
					: new ProbeDataSource(dataSource, State.UNKNOWN);
		}

	}

	/**
	 * What is known of the application's connections.
	 */
	public enum State {

		/**
		 * There is a pool, and the application has used it: to ask it for a connection
		 * changes nothing.
		 */
		OPEN,

		/**
		 * There is a pool that has not been used, of a database outside of this JVM.
		 * Connections are opened beside it.
		 */
		UNUSED,

		/**
		 * Nothing is known. The data source itself is asked for connections.
		 */
		UNKNOWN

	}

}

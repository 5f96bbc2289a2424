// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import javax.sql.DataSource;

import org.springframework.util.ClassUtils;

/**
 * Creates sources of connections.
 *
 * @since 0.1.0
 */
public final class ConnectionSources {

	private ConnectionSources() {
	}

	/**
	 * Create a source.
	 * @param dataSource the application's
	 * @param poolSize the most connections to keep
	 * @return connections of a pool of HikariCP where that is on the class path
	 */
	public static ConnectionSource of(DataSource dataSource, int poolSize) {
		return ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", ConnectionSources.class.getClassLoader())
				? HikariConnectionSource.of(dataSource, poolSize) : new KeptConnectionSource(dataSource, poolSize);
	}

}

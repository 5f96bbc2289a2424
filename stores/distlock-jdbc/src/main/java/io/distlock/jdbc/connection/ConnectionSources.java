/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

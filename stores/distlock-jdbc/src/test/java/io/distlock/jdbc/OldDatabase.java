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

package io.distlock.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A database that says that it is of an older version.
 */
final class OldDatabase extends DelegatingDataSource {

	private final Map<String, Integer> version;

	OldDatabase(DataSource target, int major, int minor) {
		super(target);
		this.version = Map.of("getDatabaseMajorVersion", major, "getDatabaseMinorVersion", minor);
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		DatabaseMetaData metaData = proxy(DatabaseMetaData.class, connection.getMetaData(), this.version);
		return proxy(Connection.class, connection, Map.of("getMetaData", metaData));
	}

	private static <T> T proxy(Class<T> type, T target, Map<String, ?> answers) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				if (answers.containsKey(method.getName())) {
					return answers.get(method.getName());
				}
				try {
					return method.invoke(target, arguments);
				}
				catch (InvocationTargetException ex) {
					throw ex.getCause();
				}
			}));
	}

}

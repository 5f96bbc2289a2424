// SPDX-License-Identifier: Apache-2.0

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

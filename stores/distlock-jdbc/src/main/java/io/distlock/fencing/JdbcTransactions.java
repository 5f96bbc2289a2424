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

package io.distlock.fencing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Finds the databases that the transaction of this thread is about.
 */
final class JdbcTransactions {

	private JdbcTransactions() {
	}

	/**
	 * Return what transaction managers know a data source by.
	 */
	static DataSource key(DataSource dataSource) {
		return (dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null)
				? key(proxy.getTargetDataSource()) : dataSource;
	}

	/**
	 * Return whether a data source may give every thread a connection to another
	 * database.
	 */
	static boolean isRouting(DataSource dataSource) {
		try {
			return dataSource.isWrapperFor(AbstractRoutingDataSource.class);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	/**
	 * Return the databases that a transaction of this thread may write to.
	 */
	static List<DataSource> current() {
		List<DataSource> found = new ArrayList<>(1);
		TransactionSynchronizationManager.getResourceMap().forEach((key, resource) -> {
			if (key instanceof DataSource dataSource && resource instanceof ConnectionHolder
					&& isWritable(dataSource)) {
				found.add(dataSource);
			}
		});
		return found;
	}

	/**
	 * Return whether the bound connection is in a transaction that is not read-only:
	 * others are bound, too, by which an application reads from a second database.
	 */
	private static boolean isWritable(DataSource dataSource) {
		Connection connection = DataSourceUtils.getConnection(dataSource);
		try {
			return !connection.getAutoCommit() && !connection.isReadOnly();
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException("Could not look at the connection of a transaction", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, dataSource);
		}
	}

	/**
	 * Return the databases of a transaction that a manager has just begun: its own, or
	 * what it has bound, as managers of JPA do.
	 */
	static List<DataSource> of(Object manager) {
		return (manager instanceof ResourceTransactionManager resources
				&& resources.getResourceFactory() instanceof DataSource own) ? List.of(own) : current();
	}

	/**
	 * Return whether the transaction of this thread may be one of this database. A
	 * container's transaction binds nothing before the first connection; where the
	 * connection of another database is bound, it is a transaction of that one.
	 */
	static boolean canJoin(DataSource dataSource) {
		return TransactionSynchronizationManager.hasResource(dataSource) || current().isEmpty();
	}

}

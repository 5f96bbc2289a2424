// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Finds the databases that the transaction of this thread is about.
 *
 * @since 0.1.0
 */
public final class JdbcTransactions {

	private static final boolean JPA = ClassUtils.isPresent("org.springframework.orm.jpa.JpaTransactionManager",
			JdbcTransactions.class.getClassLoader());

	private JdbcTransactions() {
	}

	// Returns what transaction managers know a data source by: itself, or what is behind
	// a transaction-aware proxy.
	public static DataSource key(DataSource dataSource) {
		return (dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null)
				? key(proxy.getTargetDataSource()) : dataSource;
	}

	// Returns whether a data source may give every thread a connection to another
	// database.
	public static boolean isRouting(DataSource dataSource) {
		try {
			return dataSource.isWrapperFor(AbstractRoutingDataSource.class);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	// Returns the databases that a transaction of this thread may write to.
	public static List<DataSource> current() {
		return bound((connection) -> !connection.getAutoCommit() && !connection.isReadOnly());
	}

	// Returns the databases that this thread has a transaction in, be it read-only or
	// not.
	public static List<DataSource> begun() {
		return bound((connection) -> !connection.getAutoCommit());
	}

	// Returns the databases whose connection is bound and passes a test: there are
	// others, by which an application reads from a second database without any
	// transaction.
	private static List<DataSource> bound(Test test) {
		List<DataSource> found = new ArrayList<>(1);
		TransactionSynchronizationManager.getResourceMap().forEach((key, resource) -> {
			if (key instanceof DataSource dataSource && resource instanceof ConnectionHolder
					&& passes(dataSource, test)) {
				found.add(dataSource);
			}
		});
		return found;
	}

	private static boolean passes(DataSource dataSource, Test test) {
		Connection connection = DataSourceUtils.getConnection(dataSource);
		try {
			return test.passes(connection);
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException("Could not inspect the connection of a transaction", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, dataSource);
		}
	}

	// Returns the databases of a transaction that a manager has just begun: its own, or
	// what it has bound, as managers of JPA do.
	public static List<DataSource> of(Object manager) {
		DataSource own = resource(manager);
		return (own != null) ? List.of(own) : current();
	}

	// Returns the databases of the transaction of one manager, be it read-only or not:
	// its own, or all of this thread if that is unknown.
	public static List<DataSource> begunBy(Object manager) {
		List<DataSource> begun = begun();
		DataSource resource = resource(manager);
		DataSource own = (resource == null && JPA) ? Jpa.dataSource(manager) : resource;
		if (own != null) {
			begun.removeIf((other) -> other != own);
		}
		return begun;
	}

	private static @Nullable DataSource resource(Object manager) {
		return (manager instanceof ResourceTransactionManager resources
				&& resources.getResourceFactory() instanceof DataSource own) ? own : null;
	}

	// Returns whether the transaction of this thread may be one of this database. A
	// container's transaction binds nothing before the first connection; where the
	// connection of another database is bound, it is a transaction of that one.
	public static boolean canJoin(DataSource dataSource) {
		return TransactionSynchronizationManager.hasResource(dataSource) || current().isEmpty();
	}

	/**
	 * Code that needs JPA.
	 */
	private static final class Jpa {

		private Jpa() {
		}

		static @Nullable DataSource dataSource(Object manager) {
			return (manager instanceof JpaTransactionManager jpa) ? jpa.getDataSource() : null;
		}

	}

	/**
	 * Determines what a connection is used for.
	 */
	private interface Test {

		boolean passes(Connection connection) throws SQLException;

	}

}

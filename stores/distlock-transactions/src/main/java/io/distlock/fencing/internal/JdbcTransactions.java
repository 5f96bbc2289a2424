// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Finds the databases that take part in the transaction of this thread.
 *
 * @since 0.1.0
 */
public final class JdbcTransactions {

	private static final ClassLoader CLASSES = JdbcTransactions.class.getClassLoader();

	private static final boolean JPA = ClassUtils.isPresent("org.springframework.orm.jpa.JpaTransactionManager",
			CLASSES) && ClassUtils.isPresent("jakarta.persistence.EntityManager", CLASSES);

	private JdbcTransactions() {
	}

	// Returns what transaction managers know a data source by: itself, or what is behind
	// a transaction-aware proxy.
	public static DataSource key(DataSource dataSource) {
		return (dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null)
				? key(proxy.getTargetDataSource()) : dataSource;
	}

	// Returns the databases that a transaction of this thread may write to.
	public static List<DataSource> current() {
		return bound(true);
	}

	// Returns the databases that this thread has a transaction in, be it read-only or
	// not.
	public static List<DataSource> begun() {
		return bound(false);
	}

	// Returns the databases whose connection is bound and in a transaction: there are
	// others, by which an application reads from a second database without any.
	private static List<DataSource> bound(boolean writable) {
		List<DataSource> found = new ArrayList<>(1);
		TransactionSynchronizationManager.getResourceMap().forEach((key, resource) -> {
			if (key instanceof DataSource dataSource && resource instanceof ConnectionHolder
					&& isInTransaction(dataSource, writable)) {
				found.add(dataSource);
			}
		});
		return found;
	}

	private static boolean isInTransaction(DataSource dataSource, boolean writable) {
		Connection connection = DataSourceUtils.getConnection(dataSource);
		try {
			return !connection.getAutoCommit() && !(writable && connection.isReadOnly());
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

	// Returns the database of the transaction of one manager, be it read-only or not, or
	// all of this thread if that is unknown.
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

	// Returns whether the transaction of this thread may be one of a database. A
	// container's transaction binds nothing before the first connection; where the
	// connection of another database is bound, it is a transaction of that one.
	public static boolean canJoin(DataSource dataSource) {
		return TransactionSynchronizationManager.hasResource(dataSource) || current().isEmpty();
	}

	// Returns whether this thread is in a transaction of JPA, which need not show its
	// connection.
	public static boolean isHidden() {
		return JPA && Jpa.isBound();
	}

	// Returns whether a manager, none of whose connections is bound, may be one of a
	// database. Those of message brokers show what they are about.
	public static boolean mayHide(Object manager) {
		return !(manager instanceof ResourceTransactionManager resources)
				|| (JPA && Jpa.isFactory(resources.getResourceFactory()));
	}

	/**
	 * Code that requires JPA.
	 */
	private static final class Jpa {

		private Jpa() {
		}

		static @Nullable DataSource dataSource(Object manager) {
			return (manager instanceof JpaTransactionManager jpa) ? jpa.getDataSource() : null;
		}

		static boolean isBound() {
			return TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.anyMatch((resource) -> resource instanceof EntityManagerHolder holder
						&& holder.isSynchronizedWithTransaction());
		}

		static boolean isFactory(Object resource) {
			return resource instanceof EntityManagerFactory;
		}

	}

}

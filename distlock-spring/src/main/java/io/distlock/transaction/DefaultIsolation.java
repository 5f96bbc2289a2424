// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * The isolation that a database gives to transactions which ask for none. Each database
 * is asked once, since for some of them that is a round trip.
 */
final class DefaultIsolation {

	private static final Logger logger = LoggerFactory.getLogger(DefaultIsolation.class);

	private final Map<DataSource, Integer> known = new ConcurrentReferenceHashMap<>();

	/**
	 * Return the highest one of the databases in the transaction of this thread.
	 */
	int current() {
		return TransactionSynchronizationManager.getResourceMap()
			.entrySet()
			.stream()
			.filter((bound) -> bound.getKey() instanceof DataSource && bound.getValue() instanceof ConnectionHolder)
			.mapToInt((bound) -> of((DataSource) bound.getKey()))
			.max()
			.orElse(Connection.TRANSACTION_NONE);
	}

	private int of(DataSource dataSource) {
		Integer level = this.known.get(dataSource);
		return (level != null) ? level : ask(dataSource);
	}

	/**
	 * A connection that commits each statement is bound, too, where an application reads
	 * from a second database; it has no snapshot.
	 */
	private int ask(DataSource dataSource) {
		Connection connection = DataSourceUtils.getConnection(dataSource);
		try {
			if (connection.getAutoCommit()) {
				return Connection.TRANSACTION_NONE;
			}
			int level = connection.getTransactionIsolation();
			this.known.put(dataSource, level);
			return level;
		}
		catch (SQLException ex) {
			logger.debug("A database does not report its isolation, so the highest is assumed", ex);
			return Connection.TRANSACTION_SERIALIZABLE;
		}
		finally {
			DataSourceUtils.releaseConnection(connection, dataSource);
		}
	}

}

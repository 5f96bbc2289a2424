// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.sql.Connection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.distlock.jdbc.FenceTable;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * The rows that transactions have marked by a check, and what has become of them since.
 *
 * @param dataSource the database
 * @param table the table of the rows
 */
record MarkedRows(DataSource dataSource, FenceTable table) {

	/**
	 * Check that the transaction of this thread is still the one that has locked rows.
	 */
	void confirm(Set<LockKey> keys, long mark) {
		if (keys.isEmpty()) {
			return;
		}
		try {
			Connection connection = DataSourceUtils.getConnection(this.dataSource);
			try {
				confirm(connection, keys, mark);
			}
			finally {
				DataSourceUtils.releaseConnection(connection, this.dataSource);
			}
		}
		catch (CannotGetJdbcConnectionException ex) {
			throw failed(names(keys), ex);
		}
	}

	/**
	 * Check that a transaction is still the one that has locked rows.
	 */
	void confirm(Connection connection, Set<LockKey> keys, long mark) {
		LockKey gone = gone(connection, keys, mark);
		if (gone != null) {
			throw new FencingException(gone.name(),
					"The transaction has lost the row of '%s' in the table '%s' since its check: the database rolled it back, for example as the victim of a deadlock, or a statement such as DDL committed it implicitly. Let such errors end the transaction, and begin a new one"
						.formatted(gone, this.table.name()),
					null);
		}
	}

	private @Nullable LockKey gone(Connection connection, Set<LockKey> keys, long mark) {
		try {
			return this.table.confirm(connection, keys, mark);
		}
		catch (LockStoreException ex) {
			throw failed(names(keys), ex);
		}
	}

	/**
	 * Check that no other transaction has committed a higher token.
	 */
	void checkStored(Map<LockKey, Long> tokens) {
		try {
			tokens.keySet().forEach((key) -> checkStored(tokens, key));
		}
		catch (LockStoreException ex) {
			throw failed(names(tokens.keySet()), ex);
		}
	}

	void checkStored(Map<LockKey, Long> tokens, LockKey refused) {
		long token = tokens.getOrDefault(refused, 0L);
		OptionalLong stored = this.table.stored(refused);
		if (stored.isPresent() && stored.getAsLong() > token) {
			throw new StaleFencingTokenException(refused.name(), token, stored.getAsLong());
		}
	}

	private static String names(Set<LockKey> keys) {
		return keys.stream().map(LockKey::name).collect(Collectors.joining(", "));
	}

	static FencingException failed(String key, Exception ex) {
		return new FencingException(key, "The fencing token of lock '%s' could not be checked. %s"
			.formatted(LockKey.shown(key), ex.getMessage()), ex);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import javax.sql.DataSource;

import io.distlock.jdbc.FenceTable;
import io.distlock.jdbc.connection.JdbcTransactions;
import io.distlock.jdbc.sql.DatabaseNotSupportedException;
import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.SqlErrors;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Knows how each database locks keys.
 */
final class DatabaseLocks {

	private final Map<DataSource, KeyLocks> known = new ConcurrentHashMap<>();

	private final TransactionLockSettings settings;

	private final Predicate<DataSource> createsTable;

	DatabaseLocks(TransactionLockSettings settings, Predicate<DataSource> createsTable) {
		this.settings = settings;
		this.createsTable = createsTable;
	}

	/**
	 * Return the locks of a database.
	 * @param dataSource what is known by the transaction manager
	 */
	KeyLocks of(DataSource dataSource, Connection connection) throws SQLException {
		@Nullable KeyLocks locks = this.known.get(dataSource);
		if (locks != null) {
			return locks;
		}
		Platform platform = Platform.of(connection);
		return this.known.computeIfAbsent(dataSource, (database) -> create(database, platform));
	}

	KeyLocks of(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection()) {
			return of(JdbcTransactions.key(dataSource), connection);
		}
		catch (SQLException ex) {
			throw new LockStoreException("Could not determine the database for locks of transactions. (%s)"
				.formatted(SqlErrors.describe(ex)), SqlErrors.ofConnecting(ex), ex);
		}
	}

	private KeyLocks create(DataSource dataSource, Platform platform) {
		return switch (platform) {
			case POSTGRESQL -> new AdvisoryLocks();
			case MYSQL, MARIADB, H2 ->
				new RowLocks(new FenceTable(dataSource, this.settings.tablePrefix(), this.settings.purgeAfter()),
						platform, () -> this.createsTable.test(dataSource));
			default -> throw new DatabaseNotSupportedException(
					"distlock does not support locks of transactions in %s.".formatted(platform),
					"Use PostgreSQL, MySQL, MariaDB or H2, or a lock with a lease, taken outside of the transaction.");
		};
	}

	void close() {
		List.copyOf(this.known.values()).forEach(KeyLocks::close);
	}

}

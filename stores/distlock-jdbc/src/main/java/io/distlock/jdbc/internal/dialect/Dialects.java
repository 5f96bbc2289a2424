// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supported databases.
 *
 * @since 0.1.0
 */
public final class Dialects {

	private static final Logger logger = LoggerFactory.getLogger(Dialects.class);

	/**
	 * Dialect of the database with a queue of nodes.
	 */
	public static final Dialect POSTGRESQL = new PostgresDialect();

	private static final List<Dialect> TESTED = List.of(new H2Dialect(), POSTGRESQL, new MySqlDialect("MySQL", "mysql"),
			new MySqlDialect("MariaDB", "mariadb"), new HsqldbDialect());

	private static final List<Dialect> UNTESTED = List.of(new OracleDialect(), new SqlServerDialect(),
			new Db2Dialect());

	private static final List<Dialect> ALL = Stream.concat(TESTED.stream(), UNTESTED.stream()).toList();

	private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

	private Dialects() {
	}

	/**
	 * Return the dialect of a database.
	 * @param connection a connection to the database
	 * @return the dialect, for the version of the server
	 * @throws SQLException if the database did not respond
	 * @throws DatabaseNotSupportedException if the database is unknown
	 */
	public static Dialect of(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		String product = metaData.getDatabaseProductName();
		for (Dialect dialect : ALL) {
			if (product.startsWith(dialect.product())) {
				warn(dialect);
				return dialect.at(metaData);
			}
		}
		throw new DatabaseNotSupportedException(
				"distlock does not support the database '%s' for locks or fencing tokens.".formatted(product),
				"Use one of %s (no test of distlock has run on %s), and mark its DataSource with @DistlockDataSource if there are several; or keep the locks in another store, by distlock.provider."
					.formatted(products(TESTED), products(UNTESTED)));
	}

	private static void warn(Dialect dialect) {
		if (UNTESTED.contains(dialect) && WARNED.add(dialect.id())) {
			logger.warn(
					"No test of distlock has run on {}: the statements follow its documentation. Try locks, shared locks and jobs on a test system, also while nodes are killed, before you rely on them",
					dialect.product());
		}
	}

	private static String products(List<Dialect> dialects) {
		return dialects.stream().map(Dialect::product).collect(Collectors.joining(", "));
	}

	// Whether the error code stands for a reason in the driver of any database: an error
	// may come before the database is known.
	static boolean isCode(ErrorReason reason, int code) {
		return ALL.stream().anyMatch((dialect) -> dialect.errorCodes().getOrDefault(reason, Set.of()).contains(code));
	}

}

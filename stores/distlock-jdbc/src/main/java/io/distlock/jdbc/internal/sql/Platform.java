// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The databases that are spoken, and what differs between them: the clock in microseconds
 * since 1970 in UTC, whatever the time zone of the session, and the greater of two
 * numbers.
 *
 * @since 0.1.0
 */
public enum Platform {

	/**
	 * The epoch would be a decimal number here, whose arithmetic takes longer than all
	 * else that H2 does for a lock.
	 */
	H2("H2", "datediff(microsecond, timestamp '1970-01-01 00:00:00', current_timestamp at time zone 'UTC')"),

	/**
	 * PostgreSQL.
	 */
	POSTGRESQL("PostgreSQL", "cast(extract(epoch from statement_timestamp()) * 1000000 as bigint)"),

	/**
	 * MySQL.
	 */
	MYSQL("MySQL", "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6))"),

	/**
	 * MariaDB.
	 */
	MARIADB("MariaDB", "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6))"),

	/**
	 * Oracle.
	 */
	ORACLE("Oracle", oracleMicros("(sys_extract_utc(systimestamp) - timestamp '1970-01-01 00:00:00')")),

	/**
	 * Microsoft SQL Server.
	 */
	SQLSERVER("Microsoft SQL Server", "datediff_big(microsecond, '19700101', sysutcdatetime())"),

	/**
	 * HSQLDB.
	 */
	HSQLDB("HSQL Database Engine", "cast(unix_millis() * 1000 as bigint)"),

	/**
	 * Db2.
	 */
	DB2("DB2", db2Micros("(current timestamp - current timezone)"));

	private final String productName;

	private final String now;

	Platform(String productName, String now) {
		this.productName = productName;
		this.now = now;
	}

	public static Platform of(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		for (Platform platform : values()) {
			if (product.startsWith(platform.productName)) {
				return platform;
			}
		}
		throw new DatabaseNotSupportedException(
				"distlock does not support the database '%s' for locks or fencing tokens.".formatted(product),
				"Use one of %s, and mark its DataSource with @DistlockDataSource if there are several; or keep the locks in another store, by distlock.provider."
					.formatted(Arrays.stream(values())
						.map((known) -> known.productName)
						.collect(Collectors.joining(", "))));
	}

	public String id() {
		return name().toLowerCase(Locale.ROOT);
	}

	public String now() {
		return this.now;
	}

	// Returns the minute of the clock, for what is to change seldom since there is an
	// index on it.
	public String minute() {
		return ((this != SQLSERVER) ? "%1$s - mod(%1$s, 60000000)" : "%1$s - %1$s %% 60000000").formatted(this.now);
	}

	public String limit(int rows) {
		return switch (this) {
			case ORACLE, DB2 -> " fetch first " + rows + " rows only";
			case SQLSERVER -> " offset 0 rows fetch next " + rows + " rows only";
			default -> " limit " + rows;
		};
	}

	public String greatest(String first, String second) {
		return ofTwo("greatest", "max", first, second);
	}

	public String least(String first, String second) {
		return ofTwo("least", "min", first, second);
	}

	private String ofTwo(String function, String aggregate, String first, String second) {
		return (this != SQLSERVER) ? "%s(%s, %s)".formatted(function, first, second)
				: "(select %s(v) from (values (%s), (%s)) as pair(v))".formatted(aggregate, first, second);
	}

	// A table of one row, to join others with.
	public String oneRow() {
		return switch (this) {
			case ORACLE -> "dual";
			case DB2 -> "sysibm.sysdummy1";
			case HSQLDB -> "(values (1)) as one_row (one)";
			default -> "(select 1 as one) one_row";
		};
	}

	public boolean isMySqlFamily() {
		return this == MYSQL || this == MARIADB;
	}

	// Returns whether a statement that writes a token cannot return it, so that another
	// one reads what the owner has written.
	public boolean readsBack() {
		return this == ORACLE || this == HSQLDB;
	}

	// Returns whether a server of this family is at least of a version, whichever driver
	// is used: that of MySQL takes MariaDB for MySQL, but reports its version. A version
	// is a number such as 1006 for 10.6.
	public static boolean isMySqlSince(DatabaseMetaData metaData, int mariaDb, int mySql) throws SQLException {
		String product = metaData.getDatabaseProductName() + metaData.getDatabaseProductVersion();
		int version = metaData.getDatabaseMajorVersion() * 100 + metaData.getDatabaseMinorVersion();
		return version >= (product.contains("MariaDB") ? mariaDb : mySql);
	}

	private static String oracleMicros(String sinceEpoch) {
		return "trunc(extract(day from %1$s) * 86400000000 + extract(hour from %1$s) * 3600000000 + extract(minute from %1$s) * 60000000 + extract(second from %1$s) * 1000000)"
			.formatted(sinceEpoch);
	}

	private static String db2Micros(String utc) {
		return "((bigint(days(%1$s)) - 719163) * 86400000000 + bigint(midnight_seconds(%1$s)) * 1000000 + microsecond(%1$s))"
			.formatted(utc);
	}

}

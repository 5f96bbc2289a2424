// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.sql;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/**
 * Distinguishes MariaDB from MySQL, whichever driver is used: that of MySQL takes MariaDB
 * for MySQL, but reports its version.
 *
 * @since 0.1.0
 */
public final class MySqlVersion {

	private MySqlVersion() {
	}

	/**
	 * Return whether a server is MariaDB, and at least of a version.
	 * @param metaData what the driver reports about the server
	 * @param version the version, such as 1006 for 10.6
	 * @return whether it is
	 * @throws SQLException if the driver does not report it
	 */
	public static boolean isMariaDb(DatabaseMetaData metaData, int version) throws SQLException {
		return isMariaDb(metaData) && number(metaData) >= version;
	}

	/**
	 * Return whether a server is MySQL, and at least of a version.
	 * @param metaData what the driver reports about the server
	 * @param version the version, such as 800 for 8.0
	 * @return whether it is
	 * @throws SQLException if the driver does not report it
	 */
	public static boolean isMySql(DatabaseMetaData metaData, int version) throws SQLException {
		return !isMariaDb(metaData) && number(metaData) >= version;
	}

	private static boolean isMariaDb(DatabaseMetaData metaData) throws SQLException {
		return (metaData.getDatabaseProductName() + metaData.getDatabaseProductVersion()).contains("MariaDB");
	}

	private static int number(DatabaseMetaData metaData) throws SQLException {
		return metaData.getDatabaseMajorVersion() * 100 + metaData.getDatabaseMinorVersion();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.statement;

import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.sql.Sql;

/**
 * The statements that find and delete rows that no node has used for long.
 *
 * @param platform the database
 * @param table the table
 * @param key the column of the key
 * @param order what the rows are ordered by, the oldest first
 * @param predicate true for such a row; its parameters are how long, twice
 * @since 0.1.0
 */
public record IdleSql(Platform platform, String table, String key, String order, String predicate) {

	// Parameters: how long idle, twice.
	public String find(int limit) {
		return "select " + this.key + " from " + this.table + " where " + this.predicate + " order by " + this.order
				+ this.platform.limit(limit);
	}

	// Parameters: the keys, how long idle, twice.
	public String delete(int count) {
		return "delete from " + this.table + " where " + this.key + " in " + Sql.parameters(count) + " and "
				+ this.predicate;
	}

}

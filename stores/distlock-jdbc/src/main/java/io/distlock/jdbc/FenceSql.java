// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import io.distlock.jdbc.sql.DatabaseNotSupportedException;
import io.distlock.jdbc.sql.Platform;
import io.distlock.jdbc.statement.IdleSql;

/**
 * The text of the statements on the table of fencing tokens. That which raises a token
 * decides by a direct predicate on the row, never by a sub-select, so that a transaction
 * that had to wait for the row evaluates it again.
 */
final class FenceSql {

	private final String table;

	private final Platform platform;

	private final String now;

	private final String touched;

	private final String unlessThere;

	/**
	 * Create the statements.
	 * @throws DatabaseNotSupportedException on HSQLDB, which locks whole tables, or makes
	 * others wait for a new row: the guard's own connection would wait for the caller's
	 * transaction without end
	 */
	FenceSql(Platform platform, String table) {
		if (platform == Platform.HSQLDB) {
			throw new DatabaseNotSupportedException(
					"HSQLDB cannot keep fencing tokens, because its transactions would block each other forever.",
					"Use another database, such as H2, or compare the token in a statement of your own.");
		}
		this.table = table;
		this.platform = platform;
		this.now = platform.now();
		// MySQL may be configured to count only rows that change, so there they always
		// do.
		this.touched = platform.isMySqlFamily() ? this.now : platform.minute();
		this.unlessThere = (platform == Platform.POSTGRESQL) ? " on conflict do nothing" : "";
	}

	String probe() {
		return "select fence_key, token, transaction_mark, updated_at from " + this.table + " where 1 = 0";
	}

	// Parameters: token, mark, key, token. The same token passes, since a holder may have
	// several transactions.
	String raise() {
		return "update " + this.table + " set token = ?, transaction_mark = ?, updated_at = " + this.touched
				+ " where fence_key = ? and token <= ?";
	}

	// Parameters: key, mark. An update sees, and locks, what is there now; a query might
	// see what was there when the transaction began.
	String confirm() {
		return "update " + this.table + " set updated_at = " + this.touched
				+ " where fence_key = ? and transaction_mark = ?";
	}

	// Parameters: key, token.
	String insert() {
		return "insert into " + this.table + " (fence_key, token, transaction_mark, updated_at) values (?, ?, 0, "
				+ this.touched + ")" + this.unlessThere;
	}

	// Parameters: key.
	String stored() {
		return "select token from " + this.table + " where fence_key = ?";
	}

	// Parameters: age, key. Whether the row has not been touched for so long. Without
	// waiting, a row that is locked by another transaction is not found.
	String lock(boolean waiting) {
		return "select case when updated_at <= " + this.now + " - ? then 1 else 0 end from " + this.table
				+ " where fence_key = ? for update" + (waiting ? "" : " skip locked");
	}

	// Parameters: key.
	String touch() {
		return "update " + this.table + " set updated_at = " + this.touched + " where fence_key = ?";
	}

	// The purge knows two times; a fence has one.
	IdleSql idle() {
		return new IdleSql(this.platform, this.table, "fence_key", "updated_at",
				"updated_at <= %1$s - ? and updated_at <= %1$s - ?".formatted(this.now));
	}

}

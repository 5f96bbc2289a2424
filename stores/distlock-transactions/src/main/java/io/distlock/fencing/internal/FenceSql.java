// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import java.util.Locale;

import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.dialect.Dialect;

/**
 * SQL for the table of fencing tokens. The statement that raises a token decides by a
 * direct predicate on the row instead of a sub-select, so that it is evaluated again
 * after a wait for the row.
 */
final class FenceSql {

	private final String table;

	private final String now;

	private final String touched;

	private final Dialect dialect;

	FenceSql(Dialect dialect, String table) {
		checkSupported(dialect);
		this.dialect = dialect;
		this.table = table;
		this.now = dialect.now();
		this.touched = dialect.touched();
	}

	// HSQLDB locks whole tables, or makes others wait for a new row: the guard's own
	// connection would wait for the caller's transaction without end.
	static void checkSupported(Dialect dialect) {
		if (!dialect.insertsBesideLockedRows()) {
			throw new DatabaseNotSupportedException(
					"%s cannot keep fencing tokens, because its transactions would block each other forever."
						.formatted(dialect.id().toUpperCase(Locale.ROOT)),
					"Use another database, such as H2, or compare the token in a statement of your own.");
		}
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
		return this.dialect.insertOnce("insert into " + this.table
				+ " (fence_key, token, transaction_mark, updated_at) values (?, ?, 0, " + this.touched + ")");
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

}

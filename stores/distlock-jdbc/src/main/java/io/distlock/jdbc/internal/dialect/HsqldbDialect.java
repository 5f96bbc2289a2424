// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.util.Map;
import java.util.Set;

/**
 * HSQLDB, which locks whole tables or blocks other sessions until the commit of a new
 * row.
 */
final class HsqldbDialect extends Dialect {

	// The code is the same for missing tables, columns and rights.
	private static final Map<ErrorReason, Set<Integer>> CODES = Map.of(ErrorReason.TABLE,
			Set.of(ErrorReason.HSQLDB_NOT_FOUND));

	HsqldbDialect() {
		super("HSQL Database Engine", "hsqldb", "cast(unix_millis() * 1000 as bigint)", RowLocking.WAITING,
				RowLockTimeout.NONE, CODES);
	}

	@Override
	public String oneRow() {
		return "(values (1)) as one_row (one)";
	}

	@Override
	public boolean readsBack() {
		return true;
	}

	@Override
	public boolean insertsBesideLockedRows() {
		return false;
	}

}

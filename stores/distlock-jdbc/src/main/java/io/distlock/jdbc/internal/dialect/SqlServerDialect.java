// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Microsoft SQL Server, untested.
 */
final class SqlServerDialect extends Dialect {

	private static final RowLockTimeout TIMEOUT = new RowLockTimeout("select @@lock_timeout", "set lock_timeout %s",
			Duration.ofMillis(1), false);

	private static final Map<ErrorReason, Set<Integer>> CODES = Map.of(ErrorReason.ROW_TIMEOUT, Set.of(1222),
			ErrorReason.OUT_OF_RANGE, Set.of(8115), ErrorReason.HOPELESS, Set.of(207, 208, 229, 18456),
			ErrorReason.LOGIN, Set.of(18456), ErrorReason.TABLE, Set.of(208), ErrorReason.COLUMN, Set.of(207),
			ErrorReason.RIGHTS, Set.of(229, 230));

	SqlServerDialect() {
		super("Microsoft SQL Server", "sqlserver", "datediff_big(microsecond, '19700101', sysutcdatetime())",
				RowLocking.LOCKING, TIMEOUT, CODES);
	}

	@Override
	public String minute() {
		return now() + " - " + now() + " % 60000000";
	}

	@Override
	public String greatest(String first, String second) {
		return ofTwo("max", first, second);
	}

	@Override
	public String least(String first, String second) {
		return ofTwo("min", first, second);
	}

	private static String ofTwo(String aggregate, String first, String second) {
		return "(select " + aggregate + "(v) from (values (" + first + "), (" + second + ")) as pair(v))";
	}

	@Override
	public String limit(int rows) {
		return " offset 0 rows fetch next " + rows + " rows only";
	}

	@Override
	public String lockUnlocked(String columns, String table, String condition) {
		return "select " + columns + " from " + table + " with (updlock, rowlock, readpast) where " + condition;
	}

	@Override
	public String returning(String head, String set, String tail) {
		return head + " " + set + " output inserted.token " + tail;
	}

}

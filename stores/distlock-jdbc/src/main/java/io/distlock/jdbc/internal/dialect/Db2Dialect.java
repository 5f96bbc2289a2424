// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Db2, untested.
 */
final class Db2Dialect extends Dialect {

	private static final RowLockTimeout TIMEOUT = new RowLockTimeout("values current lock timeout",
			"set current lock timeout %s", Duration.ofSeconds(1), false);

	private static final String UTC = "(current timestamp - current timezone)";

	private static final String NOW = "((bigint(days(" + UTC + ")) - 719163) * 86400000000 + bigint(midnight_seconds("
			+ UTC + ")) * 1000000 + microsecond(" + UTC + "))";

	private static final Map<ErrorReason, Set<Integer>> CODES = Map.of(ErrorReason.TABLE, Set.of(-204),
			ErrorReason.COLUMN, Set.of(-206), ErrorReason.RIGHTS, Set.of(-551));

	Db2Dialect() {
		super("DB2", "db2", NOW, RowLocking.WAITING, TIMEOUT, CODES);
	}

	@Override
	public String oneRow() {
		return "sysibm.sysdummy1";
	}

	@Override
	public String returning(String head, String set, String tail) {
		return "select token from final table (" + head + " " + set + " " + tail + ")";
	}

}

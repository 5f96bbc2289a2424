// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.util.Map;
import java.util.Set;

/**
 * Oracle, untested.
 */
final class OracleDialect extends Dialect {

	private static final String SINCE_EPOCH = "(sys_extract_utc(systimestamp) - timestamp '1970-01-01 00:00:00')";

	private static final String NOW = "trunc(extract(day from " + SINCE_EPOCH + ") * 86400000000 + extract(hour from "
			+ SINCE_EPOCH + ") * 3600000000 + extract(minute from " + SINCE_EPOCH
			+ ") * 60000000 + extract(second from " + SINCE_EPOCH + ") * 1000000)";

	// ORA-00060, ORA-08177; ORA-00054, ORA-30006; ORA-01013; ORA-01426, ORA-01438
	private static final Map<ErrorReason, Set<Integer>> CODES = Map.of(ErrorReason.CONFLICT, Set.of(60, 8177),
			ErrorReason.ROW_TIMEOUT, Set.of(54, 30006), ErrorReason.CANCELLED, Set.of(1013), ErrorReason.OUT_OF_RANGE,
			Set.of(1426, 1438), ErrorReason.HOPELESS, Set.of(1017, 1031, 942), ErrorReason.LOGIN, Set.of(1017),
			ErrorReason.TABLE, Set.of(942), ErrorReason.COLUMN, Set.of(904), ErrorReason.RIGHTS, Set.of(1031));

	OracleDialect() {
		super("Oracle", "oracle", NOW, RowLocking.LOCKING, RowLockTimeout.NONE, CODES);
	}

	@Override
	public String oneRow() {
		return "dual";
	}

	@Override
	public boolean readsBack() {
		return true;
	}

}

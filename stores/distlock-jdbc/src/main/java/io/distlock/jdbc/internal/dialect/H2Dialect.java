// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * H2, in this process or as a server.
 */
final class H2Dialect extends Dialect {

	private static final RowLockTimeout TIMEOUT = new RowLockTimeout("call lock_timeout()", "set lock_timeout %s",
			Duration.ofMillis(1), false);

	private static final Map<ErrorReason, Set<Integer>> CODES = Map.of(ErrorReason.CONFLICT, Set.of(40001),
			ErrorReason.ROW_TIMEOUT, Set.of(50200), ErrorReason.HOPELESS, Set.of(90096, 90079), ErrorReason.RIGHTS,
			Set.of(90096));

	// The epoch would be a decimal number here, whose arithmetic takes longer than all
	// else that H2 does for a lock.
	H2Dialect() {
		super("H2", "h2",
				"datediff(microsecond, timestamp '1970-01-01 00:00:00', current_timestamp at time zone 'UTC')",
				RowLocking.LOCKING, TIMEOUT, CODES);
	}

	@Override
	public String returning(String head, String set, String tail) {
		return "select token from final table (" + head + " " + set + " " + tail + ")";
	}

	@Override
	public boolean boundsAnswers() {
		return false;
	}

	@Override
	public TransactionLocking transactionLocking() {
		return TransactionLocking.ROWS;
	}

}

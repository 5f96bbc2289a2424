// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.SQLException;
import java.sql.SQLWarning;

import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * Refuses the success of a statement that PostgreSQL has committed only locally. If the
 * wait for a synchronous standby is cancelled, for example by {@code statement_timeout},
 * the server reports success with a warning, but a failover may lose the commit.
 */
final class StandbyWait {

	/**
	 * Function of the server that waits for a standby. Unlike the text of the warning,
	 * the name is not translated.
	 */
	private static final String ROUTINE = "SyncRepWaitForLSN";

	private static final String COMPLETION_UNKNOWN = "40003";

	private StandbyWait() {
	}

	static void requireComplete(SQLWarning first) throws SQLException {
		for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
			ServerErrorMessage reported = (warning instanceof PSQLWarning ofServer) ? ofServer.getServerErrorMessage()
					: null;
			if (reported != null && ROUTINE.equals(reported.getRoutine())) {
				throw new SQLException(
						"No synchronous standby has acknowledged the commit: the wait was cancelled, for example by statement_timeout",
						COMPLETION_UNKNOWN, warning);
			}
		}
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the exceptions of a driver in a failure: drivers and pools wrap exceptions.
 */
final class SqlCauses {

	private SqlCauses() {
	}

	static String state(SQLException ex) {
		return Objects.requireNonNullElse(ex.getSQLState(), "");
	}

	static boolean any(Throwable failure, Predicate<SQLException> test) {
		return all(failure).stream().anyMatch(test);
	}

	private static List<SQLException> all(Throwable failure) {
		List<SQLException> found = new ArrayList<>();
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		for (Throwable ex = failure; ex != null && seen.add(ex); ex = ex.getCause()) {
			if (ex instanceof SQLException sql) {
				found.add(sql);
				for (SQLException next = sql.getNextException(); next != null
						&& seen.add(next); next = next.getNextException()) {
					found.add(next);
				}
			}
		}
		return found;
	}

}

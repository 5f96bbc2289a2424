// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * One rule that a history has to keep. A check must be sound: what it reports did happen,
 * however late a process wrote its events down.
 *
 * @since 0.1.0
 */
public interface Check {

	/**
	 * The name of the rule; several checks may share one.
	 * @return for example {@code C1}
	 */
	String name();

	/**
	 * Looks for violations.
	 * @param history what happened in a round
	 * @return the violations, none where the rule was kept
	 */
	List<Violation> check(History history);

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.util.List;

/**
 * What came of a trial with one seed.
 *
 * @param seed decided on everything that is left to chance
 * @param round the round in which a rule was broken, 0 if none was
 * @param rules the rules that were broken in that round
 * @since 0.1.0
 */
public record Catch(long seed, int round, List<String> rules) {

	/**
	 * Return whether the mutant was caught.
	 * @return {@code false} if it survived
	 */
	public boolean isCaught() {
		return this.round > 0;
	}

}

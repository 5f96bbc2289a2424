// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.util.List;

import io.distlock.faults.round.Setting;

/**
 * Where a mutant has to be caught.
 *
 * @param mutant the mutant
 * @param store the store that it is put in
 * @param fault what has to go wrong for the bug to be seen
 * @param rules the rules that it breaks, one of which has to be found broken
 * @param rounds within how many rounds
 * @param setting what the rounds have in common
 * @since 0.1.0
 */
public record Trial(Mutant mutant, String store, String fault, List<String> rules, int rounds, Setting setting) {

	/**
	 * Return the same rounds over the library as it is. The rules must hold then:
	 * otherwise what catches the mutant says nothing.
	 * @param rounds how many rounds
	 * @return the trial
	 */
	public Trial control(int rounds) {
		return new Trial(Mutant.of("control-of-" + this.mutant.name(), "None"), this.store, this.fault, this.rules,
				rounds, this.setting);
	}

}

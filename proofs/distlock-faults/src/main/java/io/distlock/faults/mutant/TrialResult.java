// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.util.List;

/**
 * What came of a trial.
 *
 * @param trial the trial
 * @param catches what came of each seed
 * @since 0.1.0
 */
public record TrialResult(Trial trial, List<Catch> catches) {

	/**
	 * Return whether the mutant was caught with every seed.
	 * @return {@code false} if it survived one
	 */
	public boolean isCaught() {
		return this.catches.stream().allMatch(Catch::isCaught);
	}

	/**
	 * Return whether no seed found the rules broken.
	 * @return {@code true} as it has to be for the library itself
	 */
	public boolean isClean() {
		return this.catches.stream().noneMatch(Catch::isCaught);
	}

	/**
	 * Return the rules that were found broken.
	 * @return their names, each once
	 */
	public List<String> rules() {
		return this.catches.stream().flatMap((caught) -> caught.rules().stream()).distinct().sorted().toList();
	}

	/**
	 * Return the rounds in which it was caught.
	 * @return the numbers, by seed, with a dash where it was not caught
	 */
	public List<String> rounds() {
		return this.catches.stream().map((caught) -> caught.isCaught() ? String.valueOf(caught.round()) : "-").toList();
	}

}

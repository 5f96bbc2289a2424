// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.faults.check.Verdict;
import io.distlock.faults.history.Counts;

/**
 * What came of a round.
 *
 * @param fault the fault
 * @param number the number of the round
 * @param seed decided on everything that is left to chance
 * @param setting its setting, and what happened to whom
 * @param folder what the processes wrote
 * @param verdict what the checks say of that
 * @param failures what went wrong beside it
 * @since 0.1.0
 */
public record RoundResult(String fault, int number, long seed, String setting, Path folder, Verdict verdict,
		List<String> failures) {

	/**
	 * Return whether no rule was broken.
	 * @return whether the round was good
	 */
	public boolean isGood() {
		return this.failures.isEmpty() && this.verdict.isClean();
	}

	/**
	 * Return the rules that were broken.
	 * @return their names, each once
	 */
	public List<String> broken() {
		return Stream.concat(this.verdict.broken().stream(), this.failures.stream().map((failure) -> "failure"))
			.distinct()
			.toList();
	}

	/**
	 * Return how much happened.
	 * @return the numbers
	 */
	public Counts counts() {
		return this.verdict.counts();
	}

	/**
	 * Return how many violations there are.
	 * @return the number
	 */
	public int violations() {
		return this.failures.size() + this.verdict.violations().size();
	}

	/**
	 * Describe all that is wrong.
	 * @return several lines
	 */
	public String describe() {
		return "Round %d of %s, seed %d, %s, files in %s%n%s%s".formatted(this.number, this.fault, this.seed,
				this.setting, this.folder,
				this.failures.stream().map((failure) -> failure + "\n").collect(Collectors.joining()), this.verdict);
	}

}

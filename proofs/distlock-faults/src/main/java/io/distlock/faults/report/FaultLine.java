// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.util.List;
import java.util.stream.Collectors;

import io.distlock.faults.history.Counts;
import io.distlock.faults.round.RoundResult;

/**
 * All rounds of one fault.
 *
 * @param fault the name of the fault
 * @param rounds how many there were
 * @param counts what happened in all of them
 * @param rules the rules that were demanded
 * @param violations how many times they were broken
 * @param broken the rules that were broken
 */
record FaultLine(String fault, int rounds, Counts counts, List<String> rules, int violations, List<String> broken) {

	static FaultLine of(List<RoundResult> rounds) {
		RoundResult first = rounds.get(0);
		Counts counts = rounds.stream().map(RoundResult::counts).reduce(Counts::plus).orElseThrow();
		return new FaultLine(first.fault(), rounds.size(), counts,
				first.verdict().rules().stream().sorted().distinct().toList(),
				rounds.stream().mapToInt(RoundResult::violations).sum(),
				rounds.stream().flatMap((round) -> round.broken().stream()).distinct().sorted().toList());
	}

	/**
	 * Return the rate of failures that no failure in some rounds excludes, with a
	 * confidence of 95 %: the rule of three.
	 */
	static double bound(int rounds) {
		return Math.min(1, 3.0 / rounds);
	}

	String asciidoc() {
		String found = (this.violations == 0) ? "0" : "*%d* (%s)".formatted(this.violations, join(this.broken));
		return "|`%s` |%d |%d |%d |%d |%d |%s |%s".formatted(this.fault, this.rounds, this.counts.grants(),
				this.counts.rejected(), this.counts.lost(), this.counts.unknown(), join(this.rules), found);
	}

	private static String join(List<String> names) {
		return names.stream().collect(Collectors.joining(" "));
	}

}

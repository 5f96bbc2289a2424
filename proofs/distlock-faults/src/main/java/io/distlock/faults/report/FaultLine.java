// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.util.List;

import io.distlock.faults.history.Counts;
import io.distlock.faults.round.RoundResult;

/**
 * Totals of all rounds of one fault.
 *
 * @param fault the name of the fault
 * @param rounds number of rounds
 * @param counts counts of all rounds together
 * @param rules the rules that were checked
 * @param violations number of violations
 * @param broken the rules that were broken
 */
record FaultLine(String fault, int rounds, Counts counts, List<String> rules, int violations, List<String> broken) {

	static final String HEADER = Csv.row("fault", "rounds", "grants", "stale_writes_refused", "lost_locks", "not_known",
			"rules", "violations", "broken_rules", "left_out");

	static FaultLine of(List<RoundResult> rounds) {
		RoundResult first = rounds.get(0);
		Counts counts = rounds.stream().map(RoundResult::counts).reduce(Counts::plus).orElseThrow();
		return new FaultLine(first.fault(), rounds.size(), counts,
				first.verdict().rules().stream().sorted().distinct().toList(),
				rounds.stream().mapToInt(RoundResult::violations).sum(),
				rounds.stream().flatMap((round) -> round.broken().stream()).distinct().sorted().toList());
	}

	/**
	 * Return the row of a fault that cannot occur in a deployment.
	 */
	static String leftOut(String fault, String reason) {
		return Csv.row(fault, 0, 0, 0, 0, 0, "", 0, "", reason);
	}

	String csv() {
		return Csv.row(this.fault, this.rounds, this.counts.grants(), this.counts.rejected(), this.counts.lost(),
				this.counts.unknown(), join(this.rules), this.violations, join(this.broken), "");
	}

	private static String join(List<String> names) {
		return String.join(" ", names);
	}

}

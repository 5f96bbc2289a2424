// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;
import java.util.stream.Collectors;

import io.distlock.faults.history.Counts;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * What the checks say of a round.
 *
 * @param rules the names of the rules that were checked
 * @param violations what was not kept
 * @param counts how much happened
 * @since 0.1.0
 */
public record Verdict(List<String> rules, List<Violation> violations, Counts counts) {

	private static final int SHOWN = 5;

	/**
	 * Checks a history.
	 * @param history what happened in a round
	 * @param checks the rules that are demanded of it
	 * @return the verdict
	 */
	public static Verdict of(History history, List<Check> checks) {
		return new Verdict(checks.stream().map(Check::name).distinct().toList(),
				checks.stream().flatMap((check) -> check.check(history).stream()).toList(), Counts.of(history));
	}

	/**
	 * Whether all rules were kept.
	 * @return {@code true} if there is no violation
	 */
	public boolean isClean() {
		return this.violations.isEmpty();
	}

	/**
	 * The names of the rules that were not kept.
	 * @return the names, each once
	 */
	public List<String> broken() {
		return this.violations.stream().map(Violation::rule).distinct().toList();
	}

	/**
	 * The rules, the counts, and some violations of each rule.
	 * @return several lines
	 */
	@Override
	public String toString() {
		return (isClean() ? "kept " + this.rules : "broke " + broken() + " of " + this.rules) + ", " + this.counts
				+ broken().stream().map(this::show).collect(Collectors.joining());
	}

	private String show(String rule) {
		List<Violation> broken = this.violations.stream().filter((violation) -> violation.rule().equals(rule)).toList();
		String more = (broken.size() > SHOWN) ? "\n  and " + (broken.size() - SHOWN) + " more of " + rule : "";
		return broken.stream().limit(SHOWN).map((violation) -> "\n  " + violation).collect(Collectors.joining()) + more;
	}

}

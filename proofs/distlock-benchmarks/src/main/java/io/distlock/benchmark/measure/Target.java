// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.Locale;

/**
 * What was wanted, and what was reached.
 *
 * @param workload what it is about
 * @param what what was measured
 * @param wanted its bound
 * @param reached what came out
 * @param met whether that is within the bound
 */
public record Target(String workload, String what, String wanted, String reached, boolean met) {

	/**
	 * Want much. The median counts.
	 */
	public static Target atLeast(String workload, String what, double bound, Spread reached) {
		return new Target(workload, what, "≥ " + text(bound), reached.text(), reached.median() >= bound);
	}

	/**
	 * Want little. The median counts.
	 */
	public static Target atMost(String workload, String what, double bound, Spread reached) {
		return new Target(workload, what, "≤ " + text(bound), reached.text(), reached.median() <= bound);
	}

	/**
	 * Want all of it between two bounds, not the median only.
	 */
	public static Target between(String workload, String what, double low, double high, Spread reached) {
		return new Target(workload, what, text(low) + "–" + text(high), reached.text(),
				reached.least() >= low && reached.most() <= high);
	}

	private static String text(double bound) {
		return (bound == Math.rint(bound)) ? String.valueOf((long) bound) : String.format(Locale.ROOT, "%.2f", bound);
	}

}

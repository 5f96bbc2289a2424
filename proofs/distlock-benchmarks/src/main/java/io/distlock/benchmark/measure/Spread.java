// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.List;
import java.util.Locale;

/**
 * The median of some rounds, and the ends of what they gave.
 *
 * @param median the median
 * @param least the least
 * @param most the most
 */
public record Spread(double median, double least, double most) {

	/**
	 * Describe values, of which there is at least one.
	 */
	public static Spread of(List<Double> values) {
		double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		return new Spread(percentile(sorted, 0.5), sorted[0], sorted[sorted.length - 1]);
	}

	/**
	 * Return the value below which a share of the values lies.
	 */
	public static double percentile(List<Double> values, double share) {
		return percentile(values.stream().mapToDouble(Double::doubleValue).sorted().toArray(), share);
	}

	private static double percentile(double[] sorted, double share) {
		if (sorted.length == 0) {
			return Double.NaN;
		}
		double position = share * (sorted.length - 1);
		int below = (int) position;
		int above = Math.min(below + 1, sorted.length - 1);
		return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
	}

	/**
	 * Return the median with both ends, or alone if they are the same, with two decimals.
	 */
	public String text() {
		return text(2);
	}

	/**
	 * Return the median with both ends, or alone if they are the same.
	 * @param decimals how many decimals each has
	 */
	public String text(int decimals) {
		String middle = number(this.median, decimals);
		String first = number(this.least, decimals);
		String last = number(this.most, decimals);
		return first.equals(last) ? middle : "%s (%s–%s)".formatted(middle, first, last);
	}

	/**
	 * Write a number, or a dash for one that is not known.
	 * @param value the number, or {@link Double#NaN}
	 * @param decimals how many digits after the point
	 * @return the text
	 */
	public static String number(double value, int decimals) {
		return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + decimals + "f", value);
	}

}

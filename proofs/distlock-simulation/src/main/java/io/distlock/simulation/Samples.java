// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.util.Arrays;

/**
 * Durations in nanoseconds.
 */
final class Samples {

	private long[] values = new long[64];

	private int size;

	void add(long value) {
		if (this.size == this.values.length) {
			this.values = Arrays.copyOf(this.values, 2 * this.size);
		}
		this.values[this.size++] = value;
	}

	void clear() {
		this.size = 0;
	}

	/**
	 * Return a quantile in milliseconds, zero without values.
	 */
	double quantile(double share) {
		if (this.size == 0) {
			return 0;
		}
		long[] sorted = Arrays.copyOf(this.values, this.size);
		Arrays.sort(sorted);
		return sorted[(int) Math.min(this.size - 1, (long) (share * this.size))] / 1e6;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Number of owners that may hold a key of permits at once, as configured on the
 * requesting node. Nodes may disagree during a rolling deployment, so the highest version
 * decides, for as long as nodes declare it.
 *
 * @param number the permits, at least 1; zero for a key that has none
 * @param version the order of configurations: that of the node that started last is the
 * highest
 * @since 0.1.0
 */
public record Permits(int number, long version) {

	/**
	 * Value for a claim of a lock without permits.
	 */
	public static final Permits NONE = new Permits(0, 0);

	/**
	 * Create a number of permits.
	 * @throws IllegalArgumentException if it is negative
	 */
	public Permits {
		if (number < 0) {
			throw new IllegalArgumentException("'number' must not be negative, but is %d".formatted(number));
		}
	}

}

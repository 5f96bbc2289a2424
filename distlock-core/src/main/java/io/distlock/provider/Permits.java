// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * How many owners may hold a key of permits at once, as the node that asks has it
 * configured. Nodes may disagree while an application is replaced node by node, so the
 * highest version decides, for as long as nodes bring it.
 *
 * @param number the permits, at least 1; zero for a key that has none
 * @param version the order of configurations: that of the node that started last is the
 * highest
 * @since 0.1.0
 */
public record Permits(int number, long version) {

	/**
	 * What a claim of a lock brings.
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

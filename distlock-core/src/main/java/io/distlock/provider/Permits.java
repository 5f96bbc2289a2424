// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

/**
 * Maximum number of concurrent owners for a key of permits, as configured on the
 * requesting node. Nodes may have different numbers during a rolling deployment. The
 * number with the highest version applies for as long as nodes declare that number.
 *
 * @param number the number of permits, at least 1; zero for a key without permits
 * @param version the order of configurations; the node that started last has the highest
 * version
 * @since 0.1.0
 */
public record Permits(int number, long version) {

	/**
	 * Value for a claim of a lock without permits.
	 */
	public static final Permits NONE = new Permits(0, 0);

	/**
	 * Create a number of permits.
	 * @throws IllegalArgumentException if the number is negative
	 */
	public Permits {
		if (number < 0) {
			throw new IllegalArgumentException("'number' must not be negative, but is %d".formatted(number));
		}
	}

}

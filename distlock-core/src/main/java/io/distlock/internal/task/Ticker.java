// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

/**
 * Monotonic clock of an engine, for ends of leases, renewals, deadlines and back-off.
 * Times are in nanoseconds from an arbitrary origin, and are compared by their
 * difference.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Ticker {

	/**
	 * Clock of this JVM.
	 */
	Ticker SYSTEM = System::nanoTime;

	/**
	 * Return the current time.
	 * @return nanoseconds, never decreasing
	 */
	long now();

	/**
	 * Return the remaining time until a given time.
	 * @param time the given time
	 * @return nanoseconds, not positive if the time is reached
	 */
	default long left(long time) {
		return time - now();
	}

	/**
	 * Return whether a time is reached.
	 * @param time the time
	 * @return {@code true} at or after the time
	 */
	default boolean reached(long time) {
		return time - now() <= 0;
	}

}

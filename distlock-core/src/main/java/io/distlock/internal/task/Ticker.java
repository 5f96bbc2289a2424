// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

/**
 * The monotonic clock by which an engine decides: ends of leases, renewals, deadlines and
 * back-off. Times are in nanoseconds from an arbitrary origin, and are compared by their
 * difference.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface Ticker {

	/**
	 * The clock of this JVM.
	 */
	Ticker SYSTEM = System::nanoTime;

	/**
	 * Return the time.
	 * @return nanoseconds, never less than at an earlier call
	 */
	long now();

	/**
	 * Return how long it is until a time.
	 * @param time the time
	 * @return nanoseconds, not positive if the time is reached
	 */
	default long left(long time) {
		return time - now();
	}

	/**
	 * Return whether a time is reached.
	 * @param time the time
	 * @return whether it is now, or was before
	 */
	default boolean reached(long time) {
		return time - now() <= 0;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;

/**
 * A place in a store's line of those who want a key. It belongs to a session of this
 * process, and goes when the session ends.
 *
 * @since 0.1.0
 */
public interface Place {

	/**
	 * Return the name of the place in the store.
	 * @return what no other place is called, now or later
	 */
	String path();

	/**
	 * Return what the store counts with the place.
	 * @return a positive number that rises from each place of a key to the next
	 */
	long transaction();

	/**
	 * Return for how long, counted from now, the place surely stays unless it is removed.
	 * @return zero if that is not known
	 */
	Duration trustLeft();

	/**
	 * Return whether the session has ended, and the place with it.
	 * @return whether that is known
	 */
	boolean isOver();

}

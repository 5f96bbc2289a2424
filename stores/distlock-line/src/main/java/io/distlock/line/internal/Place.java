// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;

/**
 * Queue entry of a key in a store, bound to a session of this process and removed with
 * the session.
 *
 * @since 0.1.0
 */
public interface Place {

	/**
	 * Return the name of the entry in the store.
	 * @return the unique name
	 */
	String path();

	/**
	 * Return the store's transaction number of the entry.
	 * @return a positive number that increases from entry to entry of a key
	 */
	long transaction();

	/**
	 * Return the time for which the entry is guaranteed to exist unless it is removed,
	 * counted from now.
	 * @return the time, zero if unknown
	 */
	Duration trustLeft();

	/**
	 * Return whether the session has ended together with the entry.
	 * @return {@code true} if the end is confirmed
	 */
	boolean isOver();

}

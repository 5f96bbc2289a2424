// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

/**
 * Watch for removed queue entries.
 *
 * @since 0.1.0
 */
public interface LineWatch extends AutoCloseable {

	/**
	 * Return whether the watch has ended by itself and misses further removals.
	 * @return {@code true} if the watch has ended
	 */
	boolean isOver();

	/**
	 * End the watch. Never throws.
	 */
	@Override
	void close();

}

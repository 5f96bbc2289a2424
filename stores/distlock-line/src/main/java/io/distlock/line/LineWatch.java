// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

/**
 * A watch for places that go.
 *
 * @since 0.1.0
 */
public interface LineWatch extends AutoCloseable {

	/**
	 * Return whether the watch has ended by itself, so that it would miss what goes next.
	 * @return whether it has
	 */
	boolean isOver();

	/**
	 * End the watch. Never throws.
	 */
	@Override
	void close();

}

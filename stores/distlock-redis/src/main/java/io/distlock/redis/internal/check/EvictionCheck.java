// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

/**
 * Policy for a Redis server that may evict locks to make room for other keys.
 *
 * @since 0.1.0
 */
public enum EvictionCheck {

	/**
	 * The application does not start.
	 */
	FAIL,

	/**
	 * The application starts with a warning.
	 */
	WARN,

	/**
	 * No check.
	 */
	OFF

}

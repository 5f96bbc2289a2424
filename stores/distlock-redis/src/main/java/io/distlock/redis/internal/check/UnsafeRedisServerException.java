// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

/**
 * Thrown if a Redis server might lose locks.
 *
 * @since 0.1.0
 */
public class UnsafeRedisServerException extends RuntimeException {

	/**
	 * Create an exception.
	 * @param message the risk and the remedy
	 */
	public UnsafeRedisServerException(String message) {
		super(message);
	}

}

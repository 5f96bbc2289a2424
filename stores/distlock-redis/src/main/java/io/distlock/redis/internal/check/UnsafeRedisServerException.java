// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

/**
 * A Redis server that would not keep what locks need it to keep.
 *
 * @since 0.1.0
 */
public class UnsafeRedisServerException extends RuntimeException {

	/**
	 * Create an exception.
	 * @param message what is unsafe, and what helps
	 */
	public UnsafeRedisServerException(String message) {
		super(message);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

/**
 * Policy for a lock that is acquired where the work may read data that is older than the
 * lock.
 *
 * @since 0.1.0
 */
public enum InsideTransaction {

	/**
	 * A warning is logged, once for each method or place in the code.
	 */
	WARN,

	/**
	 * The call is refused before the lock is acquired.
	 */
	FAIL,

	/**
	 * Nothing.
	 */
	ALLOW

}

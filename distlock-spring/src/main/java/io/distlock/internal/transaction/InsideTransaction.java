// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

/**
 * Policy for a lock that is acquired when the work may read data from before the lock.
 *
 * @since 0.1.0
 */
public enum InsideTransaction {

	/**
	 * Log a warning, once for each method or call site.
	 */
	WARN,

	/**
	 * Reject the call before the lock is acquired.
	 */
	FAIL,

	/**
	 * Allow the call.
	 */
	ALLOW

}

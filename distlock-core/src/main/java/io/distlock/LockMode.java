// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Number of owners that may hold a lock at the same time.
 *
 * @since 0.1.0
 */
public enum LockMode {

	/**
	 * One owner, without other owners of any mode.
	 */
	EXCLUSIVE,

	/**
	 * Any number of owners that share the lock, while no owner holds the lock
	 * exclusively.
	 */
	SHARED,

	/**
	 * As many owners as there are permits. Permits and a lock of the same name have
	 * different keys.
	 */
	PERMIT

}

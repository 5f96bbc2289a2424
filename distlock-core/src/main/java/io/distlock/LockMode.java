// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Number of owners that may hold a lock at once.
 *
 * @since 0.1.0
 */
public enum LockMode {

	/**
	 * One owner, and no other of any mode.
	 */
	EXCLUSIVE,

	/**
	 * Any number of owners that share the lock, while no owner has it exclusively.
	 */
	SHARED,

	/**
	 * As many owners as there are permits. A key of permits is not the key of a lock of
	 * the same name.
	 */
	PERMIT

}

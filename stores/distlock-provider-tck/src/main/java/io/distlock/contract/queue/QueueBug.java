// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.queue;

/**
 * Mistakes that the simulation must find.
 */
enum QueueBug {

	/**
	 * The rules as they are.
	 */
	NONE,

	/**
	 * The node that has released the lock does not look again.
	 */
	NO_SECOND_LOOK,

	/**
	 * The lock is not kept for the node that was woken.
	 */
	NO_GRACE,

	/**
	 * Who is granted the lock does not see that others wait.
	 */
	MARK_LOST_BY_GRANT,

	/**
	 * Only the head asks on its own.
	 */
	HEAD_ALONE_POLLS,

	/**
	 * A permit for which a node was woken that has no use for it wakes no other node.
	 */
	UNUSED_PERMIT_STAYS

}

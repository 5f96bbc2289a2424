// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

/**
 * Why a node does not lead a role any more.
 *
 * @since 0.1.0
 */
public enum RevocationReason {

	/**
	 * The lease was lost: it ended without a renewal, or the store gave it away. Another
	 * node may lead already.
	 */
	LOST,

	/**
	 * The node was asked to let another one lead, see {@link LeaderElection#stepDown()}.
	 */
	STEPPED_DOWN,

	/**
	 * A listener failed when it was notified that the node leads.
	 */
	LISTENER_FAILED,

	/**
	 * The node does not stand for the role any more, because the application stops for
	 * example.
	 */
	CLOSED

}

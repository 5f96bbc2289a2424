// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

/**
 * Reasons for the end of a term.
 *
 * @since 0.1.0
 */
public enum RevocationReason {

	/**
	 * The lease was lost: the lease expired without renewal, or the store granted the
	 * role to another owner. Another node may already lead.
	 */
	LOST,

	/**
	 * The node stepped down, see {@link LeaderElection#stepDown()}.
	 */
	STEPPED_DOWN,

	/**
	 * A listener failed when notified of the new term.
	 */
	LISTENER_FAILED,

	/**
	 * The node is no longer a candidate, for example because the application stops.
	 */
	CLOSED

}

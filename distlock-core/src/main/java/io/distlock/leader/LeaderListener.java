// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

/**
 * Listener for the beginning and the end of a term. All listeners of a role are called
 * one after the other by one thread of the library, and each is called alternately:
 * granted, revoked, granted. Every granted term ends, for each listener, in exactly one
 * revocation.
 *
 * @since 0.1.0
 */
public interface LeaderListener {

	/**
	 * This node leads. {@link LeaderElection#isLeader()} has been {@code true} since
	 * before, unless the term is over already.
	 * <p>
	 * Start the work of the leader, and return: the end of the term is reported only
	 * after that. If this method fails, the node lets another one lead, and stands for
	 * the role again after a while.
	 * @param term the term that began
	 */
	default void granted(LeaderTerm term) {
	}

	/**
	 * This node does not lead any more. If the lease is not lost, no other node leads
	 * until this method has returned, or has taken longer than
	 * {@link LeaderSettings#listenerTimeout()}.
	 * @param term the term that ended
	 * @param reason why it did
	 */
	default void revoked(LeaderTerm term, RevocationReason reason) {
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

/**
 * Listener for the start and the end of terms. A single thread of the library calls all
 * listeners of a role, one after the other. For each listener, every granted term is
 * followed by exactly one revocation before the next term is granted.
 *
 * @since 0.1.0
 */
public interface LeaderListener {

	/**
	 * This node leads. {@link LeaderElection#isLeader()} is already {@code true}, unless
	 * the term has ended in the meantime.
	 * <p>
	 * Start the work of the leader and return: the end of the term is reported only after
	 * this method has returned. If this method throws an exception, the node steps down
	 * and becomes a candidate again after a pause.
	 * @param term the new term
	 */
	default void granted(LeaderTerm term) {
	}

	/**
	 * This node no longer leads. Unless the lease is lost, no other node leads until this
	 * method has returned or {@link LeaderSettings#listenerTimeout()} has elapsed.
	 * @param term the ended term
	 * @param reason the reason for the end
	 */
	default void revoked(LeaderTerm term, RevocationReason reason) {
	}

}

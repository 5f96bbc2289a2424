// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * This node's candidacy for a role. It never ends by itself: a store that fails, a lease
 * that is lost, a listener that fails or an error only mean that the node asks again,
 * until {@link #close()}.
 * <p>
 * A role is a lock under the key {@value #KEY_PREFIX} and the name of the role, held for
 * as long as the node leads and renewed. Do not use such keys for locks of your own. What
 * decides is the lease that the leader has stored, whatever the other nodes are
 * configured to.
 *
 * @since 0.1.0
 */
public interface LeaderElection extends AutoCloseable {

	/**
	 * Prefix of the name of a role in the key of its lock.
	 */
	String KEY_PREFIX = "distlock.leader:";

	/**
	 * The longest name of a role.
	 */
	int MAX_ROLE_LENGTH = 100;

	/**
	 * Return the role.
	 * @return its name
	 */
	String role();

	/**
	 * Begin to stand for the role, unless this node does already. After {@link #close()}
	 * it stands again.
	 */
	void start();

	/**
	 * Return whether this node stands for the role, be it that it leads or not.
	 * @return {@code false} before {@link #start()} and after {@link #close()}
	 */
	boolean isStanding();

	/**
	 * Return whether this node surely leads now, by the monotonic clock of this JVM and
	 * without asking the store. Is {@code true} before listeners are notified, and
	 * {@code false} before they are notified of the end. Work that follows may outlast
	 * the answer; see {@link #term()}.
	 * @return whether this node leads
	 */
	default boolean isLeader() {
		return current().isPresent();
	}

	/**
	 * Return the number of this node's term, to fence writes with.
	 * @return the number, empty if this node does not lead
	 */
	default OptionalLong term() {
		return current().map((term) -> OptionalLong.of(term.number())).orElseGet(OptionalLong::empty);
	}

	/**
	 * Return the term in which this node leads.
	 * @return the term, empty if this node does not lead
	 */
	Optional<LeaderTerm> current();

	/**
	 * Return how often this node was given the role.
	 * @return the number of its terms, since the application started
	 */
	long terms();

	/**
	 * Return how often asking for the role has failed in a row, apart from transient
	 * failures of the store, which are retried immediately. They are over when a request
	 * has waited for the leader longer than {@link LeaderSettings#maxBackOff()}.
	 * @return the number, zero if all is well
	 */
	int failures();

	/**
	 * Find out who leads the role. Asks the store unless this node leads.
	 * @return the leader, empty if there is none, or if the store cannot say
	 * @throws io.distlock.LockProviderException if the store did not answer
	 */
	Optional<Leader> leader();

	/**
	 * Step down, if this node leads: listeners are notified, the role is released, and
	 * this node does not ask for it during {@link LeaderSettings#stepDownPause()}. Then
	 * it stands again. Does not wait for any of this, but {@link #isLeader()} is
	 * {@code false} when this method returns.
	 * @return whether this node led
	 */
	boolean stepDown();

	/**
	 * Add a listener. If this node leads already, the listener is notified.
	 * @param listener the listener
	 */
	void addListener(LeaderListener listener);

	/**
	 * Remove a listener. If it was notified that this node leads, it is first notified of
	 * the end, with {@link RevocationReason#CLOSED}.
	 * @param listener the listener
	 */
	void removeListener(LeaderListener listener);

	/**
	 * Stand for the role no more. If this node leads, listeners are notified first, and
	 * then the role is released, so that the next node leads immediately. Waits for that,
	 * unless a listener calls this method. Safe to repeat.
	 */
	@Override
	void close();

}

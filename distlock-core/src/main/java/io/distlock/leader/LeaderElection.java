// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import io.distlock.LockEngine;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;

/**
 * This node's candidacy for a role. It never ends by itself: a store that fails, a lease
 * that is lost, a listener that fails or an error only mean that the node asks again,
 * until {@link #close()}.
 * <p>
 * A role is a lock under the key {@value #KEY_PREFIX} and the name of the role. The
 * holder of the lock leads, and renews it meanwhile. Do not use such keys for locks of
 * your own. What decides is the lease that the leader has stored, whatever the other
 * nodes are configured to.
 * <p>
 * See the page 'leader' of the reference.
 *
 * @since 0.1.0
 */
public final class LeaderElection implements AutoCloseable {

	/**
	 * Prefix of the name of a role in the key of its lock.
	 */
	public static final String KEY_PREFIX = "distlock.leader:";

	/**
	 * The longest name of a role.
	 */
	public static final int MAX_ROLE_LENGTH = 100;

	/**
	 * Longer than any process lives.
	 */
	private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

	private final String role;

	private final String node;

	private final Function<String, Optional<Leader>> lookup;

	private final Campaign campaign;

	/**
	 * Create an election. It does not stand before {@link #start()}.
	 * @param role the role, not blank, of at most {@value #MAX_ROLE_LENGTH} characters
	 * @param engine acquires the lock of the role
	 * @param settings how to stand and lead
	 * @param node the name of this node
	 * @param lookup finds the node that leads a role if it is not this one, see
	 * {@link Leader#lookup}
	 */
	public LeaderElection(String role, LockEngine engine, LeaderSettings settings, String node,
			Function<String, Optional<Leader>> lookup) {
		this.role = checked(role);
		this.node = node;
		this.lookup = lookup;
		LockRequest request = LockRequest.of(KEY_PREFIX + role)
			.name("leader")
			.leaseTime(settings.leaseTime())
			.waitTime(FOREVER)
			.maxHoldTime(FOREVER)
			.onLost(OnLost.IGNORE);
		this.campaign = new Campaign(role, engine, request, settings);
	}

	private static String checked(String role) {
		if (role == null || role.isBlank()) {
			throw new IllegalArgumentException("'role' must not be blank; give the role a name");
		}
		if (role.length() > MAX_ROLE_LENGTH) {
			throw new IllegalArgumentException("'role' must not be longer than %d characters, but is '%s'"
				.formatted(MAX_ROLE_LENGTH, LockKey.shown(role)));
		}
		return role;
	}

	/**
	 * Return the role.
	 * @return its name
	 */
	public String role() {
		return this.role;
	}

	/**
	 * Begin to stand for the role, unless this node does already. After {@link #close()}
	 * it stands again.
	 */
	public void start() {
		this.campaign.start();
	}

	/**
	 * Return whether this node surely leads now, by the monotonic clock of this JVM and
	 * without asking the store. Is {@code true} before listeners are notified, and
	 * {@code false} before they are notified of the end. Work that follows may outlast
	 * the answer; see {@link #term()}.
	 * @return whether this node leads
	 */
	public boolean isLeader() {
		return current().isPresent();
	}

	/**
	 * Return the number of this node's term, to fence writes with.
	 * @return the number, empty if this node does not lead
	 */
	public OptionalLong term() {
		return current().map((term) -> OptionalLong.of(term.number())).orElseGet(OptionalLong::empty);
	}

	/**
	 * Return the term in which this node leads.
	 * @return the term, empty if this node does not lead
	 */
	public Optional<LeaderTerm> current() {
		return this.campaign.current();
	}

	/**
	 * Find out who leads the role. Asks the store unless this node leads.
	 * @return the leader, empty if there is none, or if the store cannot say
	 * @throws io.distlock.LockProviderException if the store did not answer
	 */
	public Optional<Leader> leader() {
		LeaderTerm known = current().orElse(null);
		if (known != null) {
			return Optional
				.of(new Leader(this.role, this.node, known.number(), known.ledFor(), known.remainingLease()));
		}
		try {
			return this.lookup.apply(this.role);
		}
		catch (LockStoreException ex) {
			throw new LockProviderException(KEY_PREFIX + this.role, this.role,
					"Could not read the leader of role '%s' from the store. Try again".formatted(this.role), ex);
		}
	}

	/**
	 * Return how often this node was given the role.
	 * @return the number of its terms, since the application started
	 */
	public long terms() {
		return this.campaign.terms.sum();
	}

	/**
	 * Return how often asking for the role has failed in a row, apart from transient
	 * failures of the store, which are retried immediately. They are over when a request
	 * has waited for the leader longer than {@link LeaderSettings#maxBackOff()}.
	 * @return the number, zero if all is well
	 */
	public int failures() {
		return this.campaign.failures();
	}

	/**
	 * Return whether this node stands for the role, be it that it leads or not.
	 * @return {@code false} before {@link #start()} and after {@link #close()}
	 */
	public boolean isStanding() {
		return this.campaign.isWanted();
	}

	/**
	 * Step down, if this node leads: listeners are notified, the role is released, and
	 * this node does not ask for it during {@link LeaderSettings#stepDownPause()}. Then
	 * it stands again. Does not wait for any of this, but {@link #isLeader()} is
	 * {@code false} when this method returns.
	 * @return whether this node led
	 */
	public boolean stepDown() {
		return this.campaign.stepDown();
	}

	/**
	 * Add a listener. If this node leads already, the listener is notified.
	 * @param listener the listener
	 */
	public void addListener(LeaderListener listener) {
		this.campaign.events.add(listener);
	}

	/**
	 * Remove a listener. If it was notified that this node leads, it is first notified of
	 * the end, with {@link RevocationReason#CLOSED}.
	 * @param listener the listener
	 */
	public void removeListener(LeaderListener listener) {
		this.campaign.events.remove(listener);
	}

	/**
	 * Stand for the role no more. If this node leads, listeners are notified first, and
	 * then the role is released, so that the next node leads immediately. Waits for that,
	 * unless a listener calls this method. Safe to repeat.
	 */
	@Override
	public void close() {
		this.campaign.withdraw();
		this.campaign.awaitEnd();
	}

	/**
	 * Stand for the role no more, without waiting for the end of it. The term ends at
	 * once.
	 */
	void withdraw() {
		this.campaign.withdraw();
	}

	@Override
	public String toString() {
		return "LeaderElection[role=%s, leader=%s]".formatted(this.role, isLeader());
	}

}

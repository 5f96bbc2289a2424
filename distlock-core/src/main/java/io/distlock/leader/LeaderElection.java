// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import io.distlock.LockEngine;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.task.Durations;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;

/**
 * Candidacy of this node for a role. A candidacy ends only with {@link #close()}: after a
 * failure of the store or of a listener, a lost lease or any other error, the node
 * requests the role again.
 * <p>
 * A role is a lock whose key consists of {@value #KEY_PREFIX} and the name of the role.
 * The holder of the lock leads and renews the lease. Applications must not use such keys
 * for their own locks. The lease stored by the leader applies, regardless of the
 * configuration of other nodes.
 * <p>
 * See the page 'leader' of the reference.
 *
 * @since 0.1.0
 */
public final class LeaderElection implements AutoCloseable {

	/**
	 * Prefix of the lock key of a role.
	 */
	public static final String KEY_PREFIX = "distlock.leader:";

	/**
	 * Maximum length of a role name, in characters.
	 */
	public static final int MAX_ROLE_LENGTH = 100;

	private final String role;

	private final String node;

	private final Function<String, Optional<Leader>> lookup;

	private final Campaign campaign;

	/**
	 * Create an election that is not yet started.
	 * @param role the role, not blank, of at most {@value #MAX_ROLE_LENGTH} characters
	 * @param engine the engine for the lock of the role
	 * @param settings the settings of the candidacy
	 * @param node the name of this node
	 * @param lookup finds the leader of a role if another node leads, see
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
			.waitTime(Durations.MAX)
			.maxHoldTime(Durations.MAX)
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
	 * @return the name of the role
	 */
	public String role() {
		return this.role;
	}

	/**
	 * Become a candidate for the role, unless already started. May be called again after
	 * {@link #close()}.
	 */
	public void start() {
		this.campaign.start();
	}

	/**
	 * Return whether this node certainly leads, according to the monotonic clock of this
	 * JVM and without a store request. Changes to {@code true} before listeners are
	 * notified of the term, and to {@code false} before listeners are notified of its
	 * end. Subsequent work may outlast the term; see {@link #term()}.
	 * @return {@code true} if this node leads
	 */
	public boolean isLeader() {
		return current().isPresent();
	}

	/**
	 * Return the number of this node's term, which serves as a fencing token.
	 * @return the number; empty if this node does not lead
	 */
	public OptionalLong term() {
		return current().map((term) -> OptionalLong.of(term.number())).orElseGet(OptionalLong::empty);
	}

	/**
	 * Return the current term of this node.
	 * @return the term; empty if this node does not lead
	 */
	public Optional<LeaderTerm> current() {
		return this.campaign.current();
	}

	/**
	 * Return the leader of the role. Queries the store unless this node leads.
	 * @return the leader; empty without a leader, or if the store does not support
	 * listing
	 * @throws io.distlock.LockProviderException if the store did not respond
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
	 * Return the number of terms of this node since the application started.
	 * @return the number of terms
	 */
	public long terms() {
		return this.campaign.terms.sum();
	}

	/**
	 * Return the number of consecutive failed requests for the role, except for transient
	 * failures of the store, which are retried immediately. The count is reset once a
	 * request has waited for the leader longer than {@link LeaderSettings#maxBackOff()}.
	 * @return the number; zero without failures
	 */
	public int failures() {
		return this.campaign.failures();
	}

	/**
	 * Return whether this node is a candidate for the role, leading or not.
	 * @return {@code false} before {@link #start()} and after {@link #close()}
	 */
	public boolean isStanding() {
		return this.campaign.isWanted();
	}

	/**
	 * Step down if this node leads: listeners are notified, the role is released, and
	 * this node does not request the role for {@link LeaderSettings#stepDownPause()}.
	 * Afterwards, this node is a candidate again. Returns without waiting, but
	 * {@link #isLeader()} is {@code false} on return.
	 * @return {@code true} if this node led
	 */
	public boolean stepDown() {
		return this.campaign.stepDown();
	}

	/**
	 * Add a listener, and notify the listener if this node already leads.
	 * @param listener the listener
	 */
	public void addListener(LeaderListener listener) {
		this.campaign.events.add(listener);
	}

	/**
	 * Remove a listener. A listener that was notified of the current term is first
	 * notified of the end with {@link RevocationReason#CLOSED}.
	 * @param listener the listener
	 */
	public void removeListener(LeaderListener listener) {
		this.campaign.events.remove(listener);
	}

	/**
	 * End the candidacy. If this node leads, listeners are notified, and then the role is
	 * released, so that another node can lead immediately. Waits for the release unless
	 * called by a listener. May be called repeatedly.
	 */
	@Override
	public void close() {
		this.campaign.withdraw();
		this.campaign.awaitEnd();
	}

	/**
	 * End the candidacy without waiting. The term ends immediately.
	 */
	void withdraw() {
		this.campaign.withdraw();
	}

	@Override
	public String toString() {
		return "LeaderElection[role=%s, leader=%s]".formatted(this.role, isLeader());
	}

}

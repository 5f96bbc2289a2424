// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Candidacies of this node, active between {@link #start()} and {@link #close()}.
 *
 * @since 0.1.0
 */
public class LeaderElections implements AutoCloseable {

	private final Function<String, LeaderElection> factory;

	private final Map<String, LeaderElection> elections = new ConcurrentSkipListMap<>();

	private final List<Consumer<? super LeaderElection>> actions = new ArrayList<>();

	private boolean standing;

	/**
	 * Create elections.
	 * @param factory creates the election for a role, not started
	 */
	public LeaderElections(Function<String, LeaderElection> factory) {
		this.factory = factory;
	}

	/**
	 * Start all candidacies.
	 */
	public synchronized void start() {
		this.standing = true;
		this.elections.values().forEach(LeaderElection::start);
	}

	/**
	 * Return the election of a role, and make this node a candidate if necessary.
	 * @param role the name of the role
	 * @return the same instance for the same role
	 */
	public LeaderElection election(String role) {
		LeaderElection known = this.elections.get(role);
		return (known != null) ? known : create(role);
	}

	private synchronized LeaderElection create(String role) {
		LeaderElection known = this.elections.get(role);
		if (known != null) {
			return known;
		}
		LeaderElection created = this.factory.apply(role);
		this.actions.forEach((action) -> action.accept(created));
		this.elections.put(role, created);
		if (this.standing) {
			created.start();
		}
		return created;
	}

	/**
	 * Find an existing election of a role.
	 * @param role the name of the role
	 * @return the election; empty if this node is not a candidate for the role
	 */
	public Optional<LeaderElection> find(String role) {
		return Optional.ofNullable(this.elections.get(role));
	}

	/**
	 * Return all elections of this node.
	 * @return the elections, ordered by role
	 */
	public Collection<LeaderElection> all() {
		return List.copyOf(this.elections.values());
	}

	/**
	 * Perform an action for every election: immediately for existing elections, and later
	 * for each new election.
	 * @param action the action
	 */
	public synchronized void forEach(Consumer<? super LeaderElection> action) {
		this.actions.add(action);
		this.elections.values().forEach(action);
	}

	/**
	 * End all candidacies. All terms end at the same time, and each role is released when
	 * its listeners have been notified.
	 */
	@Override
	public void close() {
		synchronized (this) {
			this.standing = false;
		}
		this.elections.values().forEach(LeaderElection::withdraw);
		this.elections.values().forEach(LeaderElection::close);
	}

}

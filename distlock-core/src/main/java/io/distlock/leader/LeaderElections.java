// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The roles that this node stands for.
 *
 * @since 0.1.0
 */
public interface LeaderElections {

	/**
	 * Return the election of a role. This node stands for it from now on, if it does not
	 * already.
	 * @param role the name of the role
	 * @return the election, the same for the same role
	 */
	LeaderElection election(String role);

	/**
	 * Find the election of a role, and change nothing.
	 * @param role the name of the role
	 * @return the election, empty if this node does not stand for the role
	 */
	Optional<LeaderElection> find(String role);

	/**
	 * Return all elections of this node.
	 * @return the elections, by role
	 */
	Collection<LeaderElection> all();

	/**
	 * Do something with every election: at once with those that are there, and later with
	 * others when they come.
	 * @param action what to do
	 */
	void forEach(Consumer<? super LeaderElection> action);

}

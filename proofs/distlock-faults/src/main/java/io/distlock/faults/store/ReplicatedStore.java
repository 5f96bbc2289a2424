// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store of one primary and its replicas, which the harness alone promotes. Nodes reach
 * the primary; where it is, their relays must be told.
 *
 * @since 0.1.0
 */
public interface ReplicatedStore extends Store {

	/**
	 * Return whether a grant counts only when a replica has it that will be promoted.
	 * @return whether exclusion holds over a failover
	 */
	boolean acknowledges();

	/**
	 * Have some replicas hear nothing more of the primary, although they are connected.
	 * @param replicas how many
	 */
	void holdBack(int replicas);

	/**
	 * Kill the primary as {@code kill -9} does.
	 */
	void killPrimary();

	/**
	 * Make the replica the primary that has heard the most, and the other one follow it.
	 * What was held back is lost. A primary that lives knows nothing of that.
	 * @return the port of the new primary
	 */
	int promote();

	/**
	 * Have the former primary, which is started if it does not run, follow the new one.
	 */
	void rejoin();

}

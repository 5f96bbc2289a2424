// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store whose administrator may end the connections of clients.
 *
 * @since 0.1.0
 */
public interface ConnectionStore extends Store {

	/**
	 * End all connections of all nodes at once.
	 */
	void killConnections();

}

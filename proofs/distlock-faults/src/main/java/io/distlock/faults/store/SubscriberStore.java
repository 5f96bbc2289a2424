// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store whose administrator may end the connections on which clients hear of releases.
 *
 * @since 0.1.0
 */
public interface SubscriberStore extends Store {

	/**
	 * End all subscriptions of all nodes.
	 */
	void killSubscribers();

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store of several servers, one of which leads the others.
 *
 * @since 0.1.0
 */
public interface LedStore extends ServersStore {

	/**
	 * Return who leads.
	 * @return the place of that server in {@link #ports()}
	 */
	int leader();

}

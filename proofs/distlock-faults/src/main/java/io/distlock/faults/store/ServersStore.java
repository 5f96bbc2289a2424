// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store of several servers, which does without some of them.
 *
 * @since 0.1.0
 */
public interface ServersStore extends Store {

	/**
	 * Return without how many servers it goes on.
	 * @return the number, at least one
	 */
	int spare();

}

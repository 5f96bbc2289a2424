// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store of several servers, some of which may come back without their data.
 *
 * @since 0.1.0
 */
public interface ForgetfulServersStore extends ServersStore, ForgetfulStore {

	/**
	 * Start a server again with nothing.
	 * @param server its place in {@link #ports()}
	 */
	default void restartEmpty(int server) {
		servers().get(server).restartEmpty();
	}

}

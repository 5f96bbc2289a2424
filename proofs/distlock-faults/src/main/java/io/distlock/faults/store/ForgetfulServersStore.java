// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.util.stream.IntStream;

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
	void restartEmpty(int server);

	@Override
	default void restartEmpty() {
		IntStream.range(0, ports().size()).forEach(this::restartEmpty);
	}

}

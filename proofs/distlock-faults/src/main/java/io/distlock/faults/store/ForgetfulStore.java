// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import io.distlock.testserver.ServerProcess;

/**
 * A store that may come back without its data.
 *
 * @since 0.1.0
 */
public interface ForgetfulStore extends Store {

	/**
	 * Return whether it grants nothing until all locks that it may have forgotten are
	 * over.
	 * @return {@code false} for most
	 */
	default boolean quarantines() {
		return false;
	}

	/**
	 * Start the servers again with nothing.
	 */
	default void restartEmpty() {
		servers().forEach(ServerProcess::restartEmpty);
	}

}

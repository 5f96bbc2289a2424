// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import io.distlock.testserver.ServerProcess;

/**
 * A store whose data an administrator may replace by an older copy. Its fencing tokens go
 * by a clock, so they rise even then.
 *
 * @since 0.1.0
 */
public interface CopiedStore extends Store {

	/**
	 * Copy the data of all servers, which stand still meanwhile.
	 */
	default void copyData() {
		freeze();
		try {
			servers().forEach(ServerProcess::copyData);
		}
		finally {
			thaw();
		}
	}

	/**
	 * Start the servers again with the copy in place of their data.
	 */
	default void restartFromCopy() {
		kill();
		servers().forEach(ServerProcess::restoreCopy);
		restart();
	}

}

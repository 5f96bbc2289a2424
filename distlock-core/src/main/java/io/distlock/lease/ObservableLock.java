// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import io.distlock.DeferrableLock;
import io.distlock.LockObserver;
import io.distlock.ObservedLock;

/**
 * A lock that one can begin to observe when it was granted.
 */
interface ObservableLock extends ObservedLock, DeferrableLock {

	/**
	 * Tell of the end of the lock, whichever way it ends.
	 * @param hold is told, perhaps more than once
	 */
	void observe(LockObserver.Holding hold);

}

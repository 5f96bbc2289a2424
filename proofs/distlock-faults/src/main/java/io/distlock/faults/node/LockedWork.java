// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import io.distlock.HeldLock;

/**
 * What is done under a lock that a call holds.
 */
interface LockedWork {

	void run(HeldLock lock);

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node.method;

import io.distlock.HeldLock;

/**
 * What is done under a lock that a call holds.
 *
 * @since 0.1.0
 */
public interface LockedWork {

	void run(HeldLock lock);

}

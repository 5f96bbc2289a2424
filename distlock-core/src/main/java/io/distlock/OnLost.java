// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import io.distlock.monitor.LockLostEvent;

/**
 * Policy for the running code when its lock is lost. With every policy,
 * {@link HeldLock#isHeld()} immediately returns {@code false}, callbacks run, and one
 * {@link LockLostEvent} is published.
 *
 * @since 0.1.0
 */
public enum OnLost {

	/**
	 * An active transaction of the locked call cannot commit, and the call throws
	 * {@link LockLostException} unless the body threw an exception.
	 */
	FAIL,

	/**
	 * Like {@link #FAIL}; also interrupts the thread that runs the body.
	 */
	INTERRUPT,

	/**
	 * The loss is logged and does not affect the call.
	 */
	IGNORE

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import io.distlock.monitor.LockLostEvent;

/**
 * Policy for the running code when its lock is lost. In every case
 * {@link HeldLock#isHeld()} turns false at once, callbacks run and one
 * {@link LockLostEvent} is published.
 *
 * @since 0.1.0
 */
public enum OnLost {

	/**
	 * A transaction that is active in the locked call cannot commit, and the call ends in
	 * a {@link LockLostException} unless the body threw.
	 */
	FAIL,

	/**
	 * As {@link #FAIL}, and the thread that runs the body is interrupted.
	 */
	INTERRUPT,

	/**
	 * The loss is logged; the call ends as if nothing had happened.
	 */
	IGNORE

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

/**
 * A lock and its release as two commands, which are sent for many keys at once.
 */
interface PipelinedCycle {

	/**
	 * Return what the tables call it.
	 */
	String name();

	/**
	 * Return the command that takes a lock.
	 * @param cycle the number of the cycle
	 */
	Object[] acquire(int cycle);

	/**
	 * Return the command that releases it.
	 * @param cycle the number of the cycle
	 * @param reply what the server answered to the first command
	 */
	Object[] release(int cycle, Object reply);

	/**
	 * Return whether the lock was released, so that all of this has happened.
	 * @param reply what the server answered to the second command
	 */
	boolean isReleased(Object reply);

}

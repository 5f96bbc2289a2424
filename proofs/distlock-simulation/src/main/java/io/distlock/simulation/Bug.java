// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

/**
 * Error in a simulated store, which the simulation must detect.
 */
enum Bug {

	NONE,

	/**
	 * A lease ends after half its time.
	 */
	EARLY_END,

	/**
	 * A release does not compare the owner.
	 */
	ANY_OWNER_RELEASES,

	/**
	 * A grant repeats the last token.
	 */
	REPEATED_TOKEN,

	/**
	 * A release wakes no node, and a busy store tells nodes to wait for a wake-up.
	 */
	NO_WAKE_UP

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

/**
 * How workers hold their keys.
 *
 * @since 0.1.0
 */
public enum HoldUse {

	/** Each alone. */
	ALONE(""),
	/** Most share them, and some write. */
	SHARED(", shared"),
	/** Each takes a permit. */
	PERMITS(", permits");

	private final String description;

	HoldUse(String description) {
		this.description = description;
	}

	/**
	 * Return what is said of rounds.
	 * @return a text for readers, empty where each holds alone
	 */
	public String description() {
		return this.description;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

/**
 * What a {@link Simulation} does wrong, once, and the rule that must show it.
 */
public enum Bug {

	NONE(""),

	/** The lock is granted while a holder trusts it. */
	OVERLAP("C2"),

	/** A holder that stood still goes on trusting a lock that another got and left. */
	TRUST_AFTER_LEASE("C2"),

	EQUAL_TOKEN("C1"),

	DECREASING_TOKEN("C1"),

	/** The register takes the late write of a holder that lost its lock. */
	LOST_UPDATE("C3"),

	/** The register forgets a write that it took. */
	FORGOTTEN_WRITE("C3"),

	/** A release finds the lock held that another holds. */
	RELEASE_OF_ANOTHER("C4"),

	/** A waiter gives up while the lock is free. */
	FALSE_BUSY("C4"),

	/** A waiter never comes back. */
	HANGING("C5"),

	/** A waiter comes back too late. */
	OVER_BUDGET("C6"),

	/** A holder that stood still hears nothing of its loss. */
	SILENT_LOSS("C8"),

	/** A holder that is well loses its lock. */
	NEEDLESS_LOSS("C8");

	private final String rule;

	Bug(String rule) {
		this.rule = rule;
	}

	public String rule() {
		return this.rule;
	}

	/**
	 * Whether it can only be seen in a round without faults.
	 */
	public boolean isCalm() {
		return this == FALSE_BUSY || this == NEEDLESS_LOSS;
	}

	/**
	 * Whether it needs a holder that stands still.
	 */
	boolean needsFrozenHolder() {
		return this == TRUST_AFTER_LEASE || this == LOST_UPDATE || this == SILENT_LOSS;
	}

}

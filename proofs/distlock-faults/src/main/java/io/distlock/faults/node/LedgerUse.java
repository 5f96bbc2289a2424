// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

/**
 * What workers do beside the register.
 *
 * @since 0.1.0
 */
public enum LedgerUse {

	/** Nothing. */
	NONE,
	/** A method with a lock, a transaction and the fencing guard. */
	FENCED,
	/** A lock that is acquired inside a transaction. */
	JOINED

}

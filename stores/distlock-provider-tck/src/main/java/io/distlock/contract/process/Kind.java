// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

/**
 * What a process has noted.
 */
enum Kind {

	/**
	 * It held a lock or a role alone.
	 */
	EXCLUSIVE,

	/**
	 * It shared a lock.
	 */
	SHARED,

	/**
	 * It had a permit.
	 */
	PERMIT,

	/**
	 * It was notified that it leads.
	 */
	GRANTED,

	/**
	 * It was notified that it no longer leads.
	 */
	REVOKED

}

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
	 * It was told that it leads.
	 */
	GRANTED,

	/**
	 * It was told that it does not lead any more.
	 */
	REVOKED

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

/**
 * Policy at the start for a class that calls a locked method on its own object, bypassing
 * the proxy that takes the lock.
 *
 * @since 0.1.0
 */
public enum SelfInvocation {

	/**
	 * A warning is logged, once for each place in the code.
	 */
	WARN,

	/**
	 * The application does not start.
	 */
	FAIL,

	/**
	 * Nothing.
	 */
	IGNORE

}

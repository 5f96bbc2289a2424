// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

/**
 * What happens at the start when a class calls a locked method on its own object, past
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

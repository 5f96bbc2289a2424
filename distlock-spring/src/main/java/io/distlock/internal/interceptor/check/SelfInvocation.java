// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

/**
 * Startup policy for a class that calls a locked method on its own object and bypasses
 * the locking proxy.
 *
 * @since 0.1.0
 */
public enum SelfInvocation {

	/**
	 * Log a warning, once for each call site.
	 */
	WARN,

	/**
	 * Fail the startup of the application.
	 */
	FAIL,

	/**
	 * Ignore the call.
	 */
	IGNORE

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

/**
 * Properties that are read when they are used. If the application sets any property of
 * distlock, wrong ones stop the start all the same.
 *
 * @since 0.1.0
 */
public interface CheckedProperties {

	/**
	 * Fail if a value makes no sense.
	 */
	void check();

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

/**
 * Properties that are read on first use. If the application sets any property of
 * distlock, invalid properties stop the start nevertheless.
 *
 * @since 0.1.0
 */
public interface CheckedProperties {

	/**
	 * Fail if a value is invalid.
	 */
	void check();

}

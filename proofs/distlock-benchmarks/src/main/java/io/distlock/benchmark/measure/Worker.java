// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

/**
 * Locker with a load of its own, which starts when the locker is opened.
 */
public interface Worker extends Locker {

	/**
	 * Return the number of operations since the start.
	 */
	long operations();

	/**
	 * Return the number of operations since the start that failed unexpectedly.
	 */
	long failures();

}

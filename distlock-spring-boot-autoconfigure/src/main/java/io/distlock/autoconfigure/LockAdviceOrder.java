// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

/**
 * Decides the place of locks among other advice.
 */
@FunctionalInterface
interface LockAdviceOrder {

	/**
	 * Leaves the order as it is.
	 */
	LockAdviceOrder AS_CONFIGURED = (order) -> order;

	/**
	 * Adjust the order to other advisors of the application.
	 * @param order what is configured
	 * @return what to use
	 */
	int adjust(int order);

}

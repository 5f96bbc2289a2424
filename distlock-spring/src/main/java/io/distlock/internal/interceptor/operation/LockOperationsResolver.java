// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.util.Set;

import io.distlock.LockOperations;

/**
 * Finds the lock operations that belong to a provider.
 *
 * @since 0.1.0
 */
public interface LockOperationsResolver {

	/**
	 * Return the operations to use. Called when a locked method is called for the first
	 * time, and cached by the caller.
	 * @param providerBeanName the bean name of a provider, empty for the default one
	 * @return the operations
	 */
	LockOperations resolve(String providerBeanName);

	/**
	 * Return the bean names of all providers, without creating any of them. Called while
	 * beans are created.
	 * @return the names
	 */
	Set<String> providerNames();

}

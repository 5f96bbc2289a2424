// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.util.Set;

import io.distlock.LockOperations;

/**
 * Strategy interface for finding the lock operations of a provider.
 *
 * @since 0.1.0
 */
public interface LockOperationsResolver {

	/**
	 * Return the operations for a provider. Called on the first call of a locked method;
	 * the caller caches the result.
	 * @param providerBeanName the bean name of a provider, empty for the default provider
	 * @return the operations
	 */
	LockOperations resolve(String providerBeanName);

	/**
	 * Return the bean names of all providers without creating a provider. Called while
	 * beans are created.
	 * @return the names
	 */
	Set<String> providerNames();

}

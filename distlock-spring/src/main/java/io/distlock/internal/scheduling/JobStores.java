// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling;

import java.util.Optional;
import java.util.Set;

/**
 * Finds the store that belongs to a provider.
 *
 * @since 0.1.0
 */
public interface JobStores {

	/**
	 * Return the store of a provider. Called when all beans are made.
	 * @param providerBeanName the bean name of a provider, empty for the default one
	 * @return the store; empty if the provider keeps locks only
	 */
	Optional<JobStore> find(String providerBeanName);

	/**
	 * Return what messages call the store of a provider, also of one that keeps locks
	 * only.
	 * @param providerBeanName the bean name of a provider, empty for the default one
	 * @return the name
	 */
	default String storeName(String providerBeanName) {
		return providerBeanName;
	}

	/**
	 * Return the bean names of all providers, without creating any of them. Called while
	 * beans are created.
	 * @return the names
	 */
	Set<String> providerNames();

}

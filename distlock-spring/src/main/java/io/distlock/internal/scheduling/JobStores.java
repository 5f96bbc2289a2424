// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling;

import java.util.Optional;
import java.util.Set;

/**
 * Strategy interface for finding the job store of a provider.
 *
 * @since 0.1.0
 */
public interface JobStores {

	/**
	 * Return the store of a provider. Called after all beans have been created.
	 * @param providerBeanName the bean name of a provider, empty for the default provider
	 * @return the store; empty if the provider supports only locks
	 */
	Optional<JobStore> find(String providerBeanName);

	/**
	 * Return the display name of a provider's store, including providers that support
	 * only locks.
	 * @param providerBeanName the bean name of a provider, empty for the default provider
	 * @return the name
	 */
	default String storeName(String providerBeanName) {
		return providerBeanName;
	}

	/**
	 * Return the bean names of all providers without creating a provider. Called while
	 * beans are created.
	 * @return the names
	 */
	Set<String> providerNames();

}

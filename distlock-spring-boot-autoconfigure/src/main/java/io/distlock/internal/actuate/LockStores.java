// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.util.Optional;
import java.util.Set;

import io.distlock.provider.LockProvider;

/**
 * Stores of an application's locks, by the bean names of their providers.
 *
 * @since 0.1.0
 */
public interface LockStores {

	/**
	 * Return the names of all providers, without creating a provider.
	 * @return the bean names
	 */
	Set<String> providerNames();

	/**
	 * Return the name of the default provider. Creates no other provider.
	 * @return the bean name, or empty for several providers without a primary one
	 */
	Optional<String> primaryName();

	/**
	 * Return a provider, which is created on first use.
	 * @param name the bean name, from {@link #providerNames()}
	 * @return the provider
	 * @throws IllegalArgumentException if the provider is unknown
	 */
	LockProvider get(String name);

}

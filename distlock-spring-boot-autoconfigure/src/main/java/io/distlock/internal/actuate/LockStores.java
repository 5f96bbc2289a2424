// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.util.Optional;
import java.util.Set;

import io.distlock.provider.LockProvider;

/**
 * The stores that an application keeps locks in, by the bean name of their provider.
 *
 * @since 0.1.0
 */
public interface LockStores {

	/**
	 * Return the names of all providers, without creating any.
	 * @return the bean names
	 */
	Set<String> providerNames();

	/**
	 * Return the name of the provider that locks use by default. Creates no other one.
	 * @return the bean name, or empty if there are several and none is the primary one
	 */
	Optional<String> primaryName();

	/**
	 * Return a provider, which is created if nothing has needed it so far.
	 * @param name its bean name, one of {@link #providerNames()}
	 * @return the provider
	 * @throws IllegalArgumentException if the application has no store for it
	 */
	LockProvider get(String name);

}

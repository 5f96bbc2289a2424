// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.util.List;
import java.util.Optional;

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
	List<String> names();

	/**
	 * Return the name of the provider that locks use by default.
	 * @return the bean name, or empty if there are several and none is the primary one
	 */
	Optional<String> primary();

	/**
	 * Return a provider.
	 * @param name its bean name, one of {@link #names()}
	 * @return the provider
	 */
	LockProvider get(String name);

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.util.List;
import java.util.Optional;

import io.distlock.actuate.LockStores;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviders;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The stores of an application's provider beans.
 */
final class BeanFactoryLockStores implements LockStores {

	private final LockProviders providers;

	BeanFactoryLockStores(ConfigurableListableBeanFactory beanFactory) {
		this.providers = new LockProviders(beanFactory);
	}

	@Override
	public List<String> names() {
		return this.providers.names();
	}

	/**
	 * Creates no provider but the primary one.
	 */
	@Override
	public Optional<String> primary() {
		return this.providers.primaryName();
	}

	/**
	 * Creates the provider, where nothing has needed it so far.
	 */
	@Override
	public LockProvider get(String name) {
		try {
			return this.providers.named(name);
		}
		catch (BeanCreationException ex) {
			if (ex.getMostSpecificCause() instanceof LockConfigurationException missing) {
				throw new IllegalArgumentException(missing.getDescription(), ex);
			}
			throw ex;
		}
	}

}

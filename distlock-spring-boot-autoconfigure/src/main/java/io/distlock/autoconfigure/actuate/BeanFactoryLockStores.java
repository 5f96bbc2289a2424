/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

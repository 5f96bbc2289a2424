// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.HashSet;
import java.util.Set;

import io.distlock.interceptor.operation.DistributedLockOperationSource;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Asks for the store when all beans are there, if one of them is locked: an application
 * that has none must not start then. Where the locked beans are lazy, the store is only
 * chosen, and created with the first of them.
 */
final class LockUse implements SmartInitializingSingleton {

	private final DistributedLockOperationSource source;

	private final ConfigurableListableBeanFactory beanFactory;

	private final boolean configured;

	private final boolean storeNamed;

	LockUse(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory, boolean configured,
			boolean storeNamed) {
		this.configured = configured;
		this.source = source;
		this.beanFactory = beanFactory;
		this.storeNamed = storeNamed;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.configured) {
			checkProperties();
		}
		ObjectProvider<LockProviderChoice> choice = this.beanFactory.getBeanProvider(LockProviderChoice.class);
		if (this.storeNamed) {
			choice.ifAvailable(LockProviderChoice::verify);
		}
		LockProviders providers = this.beanFactory.getBean(LockProviders.class);
		Set<Boolean> locked = this.source.needsStore() ? Set.of(false) : locked();
		if (locked.contains(false)) {
			providers.primaryEngine();
			LockProvider provider = providers.primary();
			this.source.checkModes("", provider.name(), provider.modes());
			if (!provider.hasFencingTokens()) {
				this.source.refuseFenced("");
			}
			return;
		}
		if (locked.contains(true)) {
			choice.ifAvailable(LockProviderChoice::choose);
		}
		providers.adopt();
	}

	/**
	 * Wrong properties stop the start, whether or not anything is locked: those that can
	 * be read are in candidates.
	 */
	private void checkProperties() {
		this.beanFactory.getBeanProvider(LockProviderCandidate.class).forEach(LockProviderCandidate::name);
	}

	/**
	 * Look for methods that are locked of beans that are not there yet: lazy ones, or
	 * those of another scope. A lock of a transaction needs no store.
	 * @return whether beans with such methods are lazy; both if there are both, none if
	 * there are none
	 */
	private Set<Boolean> locked() {
		Set<Boolean> locked = new HashSet<>();
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
			Class<?> type = definition.isAbstract() ? null : this.beanFactory.getType(name, false);
			if (type != null && this.source.needsStore(type)) {
				locked.add(definition.isLazyInit());
			}
		}
		return locked;
	}

}

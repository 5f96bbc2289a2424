// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

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
		if (this.source.needsStore() || isLocked(false)) {
			providers.primaryEngine();
			LockProvider provider = providers.primary();
			this.source.checkModes("", provider.name(), provider.modes());
			if (!provider.hasFencingTokens()) {
				this.source.refuseFenced("");
			}
			return;
		}
		if (isLocked(true)) {
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
	 * Return whether a method of a bean is locked that is not there yet: a lazy one, or
	 * one of another scope. A lock of a transaction needs no store.
	 */
	private boolean isLocked(boolean lazy) {
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			if (isLocked(name, lazy)) {
				return true;
			}
		}
		return false;
	}

	private boolean isLocked(String name, boolean lazy) {
		BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
		if (definition.isAbstract() || definition.isLazyInit() != lazy) {
			return false;
		}
		Class<?> type = this.beanFactory.getType(name, false);
		return type != null && this.source.needsStore(type);
	}

}

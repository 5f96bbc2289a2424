// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.HashSet;
import java.util.Set;

import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.Environment;

/**
 * Asks for the store when all beans are there, if one of them is locked: an application
 * that has none must not start then. Where the locked beans are lazy, the store is only
 * chosen, and created with the first of them.
 *
 * @since 0.1.0
 */
public final class LockUse implements SmartInitializingSingleton {

	private final DistributedLockOperationSource source;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Environment environment;

	private final boolean configured;

	public LockUse(DistributedLockOperationSource source, ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<DistlockProperties> properties, Environment environment) {
		this.source = source;
		this.beanFactory = beanFactory;
		this.environment = environment;
		this.configured = isConfigured("distlock");
		if (this.configured) {
			new LeaseSettingsFactory(properties.getObject(), environment).check();
			checkGroups();
		}
	}

	private void checkGroups() {
		for (String name : this.beanFactory.getBeanNamesForType(CheckedProperties.class, true, false)) {
			ConfigurationProperties group = this.beanFactory.findAnnotationOnBean(name, ConfigurationProperties.class,
					false);
			if (group == null || isConfigured(group.prefix())) {
				this.beanFactory.getBean(name, CheckedProperties.class).check();
			}
		}
	}

	/**
	 * Return whether the application sets any property of a group. Where it sets none,
	 * none is read before it is used.
	 * @param group what the names of the properties begin with, without a dot at its end
	 * @return whether there is one, or may be
	 */
	public boolean isConfigured(String group) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(group);
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			if (source.containsDescendantOf(name) != ConfigurationPropertyState.ABSENT) {
				return true;
			}
		}
		return false;
	}

	@Override
	public void afterSingletonsInstantiated() {
		ObjectProvider<LockProviderChoice> choice = this.beanFactory.getBeanProvider(LockProviderChoice.class);
		if (this.configured) {
			checkStores();
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
	private void checkStores() {
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

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
 * Creates the store after all beans if a bean uses locks, so that an application without
 * a store fails to start. If all beans with locks are lazy, the store is only selected,
 * and created with the first of them.
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
	 * Return whether the application sets any property of a group. Properties of other
	 * groups are read on first use.
	 * @param group the prefix of the properties, without a trailing dot
	 * @return {@code true} if a property is or may be set
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
	 * Check the properties of candidates. Invalid properties stop the start, even without
	 * locks.
	 */
	private void checkStores() {
		this.beanFactory.getBeanProvider(LockProviderCandidate.class).forEach(LockProviderCandidate::name);
	}

	/**
	 * Find locked methods of beans that do not exist yet, because they are lazy or have
	 * another scope. A lock bound to a transaction needs no store.
	 * @return the laziness of beans with such methods; both values if both occur, empty
	 * without such beans
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

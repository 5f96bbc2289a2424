// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.internal.actuate.LockStores;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Provider beans of an application and its parent contexts. Created on demand: the advice
 * requests the names of providers before other beans exist.
 */
final class ProviderBeans implements LockStores {

	private final ConfigurableListableBeanFactory beanFactory;

	ProviderBeans(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public Set<String> providerNames() {
		return new LinkedHashSet<>(List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory,
				LockProvider.class, true, false)));
	}

	/**
	 * Return the default provider of locks.
	 * @return the only provider, or the primary provider
	 * @throws LockConfigurationException if there are several providers without a primary
	 * one
	 */
	LockProvider primary() {
		return primaryName().map(this::named).orElseThrow(this::notUnique);
	}

	/**
	 * Return the name of the default provider, which is created.
	 * @return the name, or empty for several providers without a primary one
	 */
	@Override
	public Optional<String> primaryName() {
		String[] own = this.beanFactory.getBeanNamesForType(LockProvider.class, true, false);
		if (own.length == 1) {
			return Optional.of(own[0]);
		}
		try {
			return Optional.of(this.beanFactory.resolveNamedBean(LockProvider.class).getBeanName());
		}
		catch (NoSuchBeanDefinitionException ex) {
			return Optional.empty();
		}
	}

	private LockConfigurationException notUnique() {
		return new LockConfigurationException(
				"There are several LockProvider beans, and none of them is the primary one: %s."
					.formatted(String.join(", ", providerNames())),
				"Mark the one that locks use by default with @Primary. "
						+ "The others are used where @DistributedLock(provider = ...) names their bean.");
	}

	@Override
	public LockProvider get(String name) {
		try {
			return named(name);
		}
		catch (BeanCreationException ex) {
			if (ex.getMostSpecificCause() instanceof LockConfigurationException missing) {
				throw new IllegalArgumentException(missing.getDescription(), ex);
			}
			throw ex;
		}
	}

	LockProvider named(String name) {
		Set<String> names = providerNames();
		if (!names.contains(name)) {
			throw new LockConfigurationException("There is no LockProvider bean named '%s'.".formatted(name),
					"Name one of these beans as provider, or define it: %s.".formatted(String.join(", ", names)));
		}
		return this.beanFactory.getBean(name, LockProvider.class);
	}

	/**
	 * Return whether a bean exists already. An unused provider is not created only to be
	 * inspected.
	 */
	boolean isCreated(String name) {
		@Nullable BeanFactory factory = this.beanFactory;
		while (factory instanceof ConfigurableListableBeanFactory owner && !owner.containsLocalBean(name)) {
			factory = parent(owner);
		}
		return factory instanceof ConfigurableListableBeanFactory owner && owner.containsSingleton(name);
	}

	private static @Nullable BeanFactory parent(ConfigurableListableBeanFactory factory) {
		BeanFactory parent = factory.getParentBeanFactory();
		return (parent instanceof ConfigurableApplicationContext context) ? context.getBeanFactory() : parent;
	}

}

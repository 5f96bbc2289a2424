// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.List;
import java.util.Optional;

import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The provider beans of an application, those of parent contexts included. Creates one
 * only where it is asked for.
 *
 * @since 0.1.0
 */
public final class LockProviders {

	private final ConfigurableListableBeanFactory beanFactory;

	/**
	 * Create a view of the providers of an application.
	 * @param beanFactory where the beans are
	 */
	public LockProviders(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Return the names of all provider beans, without creating any.
	 * @return the names
	 */
	public List<String> names() {
		return List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, LockProvider.class, true, false));
	}

	/**
	 * Return a provider.
	 * @param name the name of its bean
	 * @return the provider
	 * @throws LockConfigurationException if there is no such bean
	 */
	public LockProvider named(String name) {
		List<String> names = names();
		if (!names.contains(name)) {
			throw new LockConfigurationException("There is no LockProvider bean named '%s'.".formatted(name),
					"Name one of these beans as provider, or define it: %s.".formatted(String.join(", ", names)));
		}
		return this.beanFactory.getBean(name, LockProvider.class);
	}

	/**
	 * Return the provider that locks use by default.
	 * @return the only provider, or the primary one
	 * @throws LockConfigurationException if there are several, and none is primary
	 */
	public LockProvider primary() {
		return primaryName().map(this::named).orElseThrow(this::notUnique);
	}

	/**
	 * Return the name of the only provider, or of the primary one, which is created.
	 * @return the name, or empty if there are several and none is primary
	 */
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

	boolean hasCreatedPrimary() {
		return names().stream().anyMatch(this::isCreated) && primaryName().isPresent();
	}

	/**
	 * Make sure that providers are destroyed after a bean.
	 * @param beanName the bean
	 */
	void destroyAfter(String beanName) {
		names().forEach((provider) -> this.beanFactory.registerDependentBean(provider, beanName));
	}

	/**
	 * Return whether a bean is there already: a provider that has not been used yet is
	 * not created by those who only look.
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

	private LockConfigurationException notUnique() {
		return new LockConfigurationException(
				"There are several LockProvider beans, and none of them is the primary one: %s."
					.formatted(String.join(", ", names())),
				"Mark the one that locks use by default with @Primary. "
						+ "The others are used where @DistributedLock(provider = ...) names their bean.");
	}

}

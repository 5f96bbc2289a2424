// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.lang.reflect.AnnotatedElement;

import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Replaces each provider of the application by a store inside the test, without creating
 * the provider.
 */
final class TestProviderRegistrar implements BeanDefinitionRegistryPostProcessor {

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		ConfigurableListableBeanFactory beanFactory = (ConfigurableListableBeanFactory) registry;
		for (String name : beanFactory.getBeanNamesForType(LockProvider.class, true, false)) {
			if (registry.containsBeanDefinition(name) && !beanFactory.isTypeMatch(name, TestLockProvider.class)) {
				replace(registry, name, QualifiedElement.of(beanFactory, name));
			}
		}
	}

	private static void replace(BeanDefinitionRegistry registry, String name, AnnotatedElement qualified) {
		BeanDefinition original = registry.getBeanDefinition(name);
		RootBeanDefinition replacement = new RootBeanDefinition(TestLockProvider.class);
		replacement.setPrimary(original.isPrimary());
		replacement.setFallback(original.isFallback());
		replacement.setAutowireCandidate(original.isAutowireCandidate());
		replacement.setQualifiedElement(qualified);
		if (original instanceof AbstractBeanDefinition definition) {
			replacement.setDefaultCandidate(definition.isDefaultCandidate());
			replacement.copyQualifiersFrom(definition);
		}
		registry.removeBeanDefinition(name);
		registry.registerBeanDefinition(name, replacement);
	}

}

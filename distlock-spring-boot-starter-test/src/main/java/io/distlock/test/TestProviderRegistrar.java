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
 * Puts a store inside the test in the place of every provider of the application, and
 * creates none of those.
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

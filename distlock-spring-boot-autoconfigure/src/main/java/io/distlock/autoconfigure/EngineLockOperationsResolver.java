// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Set;

import io.distlock.FencedCalls;
import io.distlock.LockOperations;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.annotation.LeaderOnly;
import io.distlock.interceptor.LockOperationsResolver;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderEngine;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Gives locked methods the application's {@link LockOperations}, or those of the provider
 * that they name. Creates nothing before it is asked to, since the advice is made before
 * all other beans.
 */
final class EngineLockOperationsResolver implements LockOperationsResolver {

	private final ConfigurableListableBeanFactory beanFactory;

	EngineLockOperationsResolver(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public LockOperations resolve(String providerBeanName) {
		if (providerBeanName.isEmpty()) {
			return this.beanFactory.getBean(LockOperations.class);
		}
		if (providerBeanName.equals(LeaderOnly.PROVIDER)) {
			return new LockTemplate(new LeaderEngine(this.beanFactory.getBean(LeaderElections.class)),
					LockScope.CALLBACK, this.beanFactory.getBeanProvider(FencedCalls.class).getIfAvailable());
		}
		LockEngines engines = this.beanFactory.getBean(LockEngines.class);
		LockScope scope = this.beanFactory.getBeanProvider(LockScope.class).getIfAvailable(() -> LockScope.CALLBACK);
		return new LockTemplate(engines.named(providerBeanName), scope,
				this.beanFactory.getBeanProvider(FencedCalls.class).getIfAvailable());
	}

	@Override
	public Set<String> providerNames() {
		Set<String> names = new LinkedHashSet<>(new LockProviders(this.beanFactory).names());
		names.add(LeaderOnly.PROVIDER);
		return names;
	}

}

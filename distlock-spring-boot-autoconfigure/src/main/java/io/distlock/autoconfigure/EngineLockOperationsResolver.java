// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Set;

import io.distlock.FencedCalls;
import io.distlock.LockEngine;
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
		boolean role = providerBeanName.equals(LeaderOnly.PROVIDER);
		LockEngine engine = role ? new LeaderEngine(this.beanFactory.getBean(LeaderElections.class))
				: this.beanFactory.getBean(LockEngines.class).named(providerBeanName);
		LockScope scope = role ? LockScope.CALLBACK
				: this.beanFactory.getBeanProvider(LockScope.class).getIfAvailable(() -> LockScope.CALLBACK);
		return new LockTemplate(engine, scope, this.beanFactory.getBeanProvider(FencedCalls.class).getIfAvailable());
	}

	@Override
	public Set<String> providerNames() {
		return new LinkedHashSet<>(new LockProviders(this.beanFactory).names());
	}

}

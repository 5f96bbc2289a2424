// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless a parent context has an engine that this context can share. Of one piece
 * rather than of nested conditions, whose classes would all be read at every start.
 */
class OnNoEngineOfParent extends SpringBootCondition implements ConfigurationCondition {

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Lock engine");
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		if (beanFactory == null || !hasEngines(beanFactory)) {
			return ConditionOutcome.match(message.because("no parent context has one"));
		}
		if (hasOwnProvider(beanFactory)) {
			return ConditionOutcome.match(message.because("this context has a lock provider of its own"));
		}
		return ConditionOutcome.noMatch(message.because("that of the parent context is shared"));
	}

	private static boolean hasEngines(ConfigurableListableBeanFactory beanFactory) {
		return beanFactory.getParentBeanFactory() != null && BeanFactoryUtils
			.beanNamesForTypeIncludingAncestors(beanFactory, LockProviders.class, true, false).length > 0;
	}

	private static boolean hasOwnProvider(ConfigurableListableBeanFactory beanFactory) {
		for (String name : beanFactory.getBeanNamesForType(LockProvider.class, true, false)) {
			if (!beanFactory.containsBeanDefinition(name)
					|| beanFactory.getMergedBeanDefinition(name).isAutowireCandidate()) {
				return true;
			}
		}
		return false;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Keeps Spring's own scheduling from running the cluster's jobs, since a method that has
 * both annotations would otherwise also run on every node. A replacement of Spring's own
 * post-processor is kept.
 *
 * @since 0.1.0
 */
public final class SpringSchedulingAdapter implements BeanDefinitionRegistryPostProcessor, Ordered {

	static final String PROCESSOR_BEAN_NAME = TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME;

	private static final Logger logger = LoggerFactory.getLogger(SpringSchedulingAdapter.class);

	private static final String CONFIGURATION = "org.springframework.scheduling.annotation.SchedulingConfiguration";

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (!registry.containsBeanDefinition(PROCESSOR_BEAN_NAME)) {
			return;
		}
		if (isSprings(registry.getBeanDefinition(PROCESSOR_BEAN_NAME))) {
			RootBeanDefinition replacement = replacement(registry.getBeanDefinition(PROCESSOR_BEAN_NAME));
			registry.removeBeanDefinition(PROCESSOR_BEAN_NAME);
			registry.registerBeanDefinition(PROCESSOR_BEAN_NAME, replacement);
		}
		else {
			logger.debug("Bean '{}' is not Spring's own and stays as it is", PROCESSOR_BEAN_NAME);
		}
	}

	private static boolean isSprings(BeanDefinition definition) {
		if (definition.getFactoryMethodName() != null) {
			return CONFIGURATION.equals(definition.getFactoryBeanName());
		}
		return ScheduledAnnotationBeanPostProcessor.class.getName().equals(definition.getBeanClassName());
	}

	/**
	 * Configuration in XML may set properties, as the scheduler.
	 */
	private static RootBeanDefinition replacement(BeanDefinition springs) {
		RootBeanDefinition definition = new RootBeanDefinition(ClusterAwareScheduledProcessor.class);
		definition.setPropertyValues(new MutablePropertyValues(springs.getPropertyValues()));
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		return definition;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
	}

}

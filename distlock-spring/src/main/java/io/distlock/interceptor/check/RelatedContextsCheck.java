// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.Arrays;
import java.util.stream.Stream;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.interceptor.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Refuses locked beans of contexts above and below this one that do not have the advice
 * themselves: proxies are made by the context that a bean is in.
 *
 * @since 0.1.0
 */
public final class RelatedContextsCheck
		implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

	private final DistributedLockOperationSource source;

	private final ApplicationContext context;

	public RelatedContextsCheck(DistributedLockOperationSource source, ApplicationContext context) {
		this.source = source;
		this.context = context;
	}

	@Override
	public void afterSingletonsInstantiated() {
		for (ApplicationContext parent = this.context.getParent(); parent != null; parent = parent.getParent()) {
			check(parent);
		}
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext() != this.context) {
			check(event.getApplicationContext());
		}
	}

	private void check(ApplicationContext related) {
		if (related instanceof ConfigurableApplicationContext configurable
				&& related.getBeanNamesForType(LockedBeanPostProcessor.class, true, false).length == 0) {
			ConfigurableListableBeanFactory beanFactory = configurable.getBeanFactory();
			Stream.of(beanFactory.getBeanDefinitionNames(), beanFactory.getSingletonNames())
				.flatMap(Arrays::stream)
				.forEach((name) -> check(name, beanFactory.getType(name, false), related));
		}
	}

	private void check(String beanName, @Nullable Class<?> type, ApplicationContext related) {
		if (type != null && this.source.isCandidate(type)) {
			throw new InvalidLockAnnotationException(DistributedLock.class,
					this.source.type(type).methods().iterator().next(),
					"bean '%s' is in the context '%s', which does not put locks around its beans; the context '%s' does"
						.formatted(beanName, related.getDisplayName(), this.context.getDisplayName()),
					"Move the bean there, or add the auto-configuration of distlock to its own context (@EnableAutoConfiguration, or @ImportAutoConfiguration(DistlockAutoConfiguration.class)).");
		}
	}

}

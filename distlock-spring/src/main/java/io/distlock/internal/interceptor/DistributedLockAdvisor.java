// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.aopalliance.aop.Advice;

import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.util.function.SingletonSupplier;

/**
 * Puts the interceptor around every method that is annotated. Does not read the
 * annotations, which may name properties that are not there yet when proxies are made
 * ahead of time.
 *
 * @since 0.1.0
 */
public final class DistributedLockAdvisor extends StaticMethodMatcherPointcutAdvisor
		implements BeanFactoryInitializer<ConfigurableListableBeanFactory> {

	private final transient DistributedLockOperationSource source;

	private final transient SingletonSupplier<? extends DistributedLockInterceptor> interceptor;

	private final transient SingletonSupplier<Integer> order;

	/**
	 * Create an advisor.
	 * @param source knows the locked methods
	 * @param interceptor takes the locks, asked for once, when the first proxy is made
	 * @param order the place among other advisors, asked for once, when the first proxy
	 * is made
	 */
	public DistributedLockAdvisor(DistributedLockOperationSource source,
			Supplier<? extends DistributedLockInterceptor> interceptor, IntSupplier order) {
		this.source = source;
		this.interceptor = SingletonSupplier.of(interceptor::get);
		this.order = SingletonSupplier.of(order::getAsInt);
		setClassFilter(source::isCandidate);
	}

	/**
	 * Ask at once where the proxy of a bean may be made in the background, since no other
	 * bean can be asked for there.
	 */
	@Override
	public void initialize(ConfigurableListableBeanFactory beanFactory) {
		if (Arrays.stream(beanFactory.getBeanDefinitionNames())
			.anyMatch((name) -> beanFactory.getMergedBeanDefinition(name) instanceof AbstractBeanDefinition definition
					&& definition.isBackgroundInit())) {
			getOrder();
			getAdvice();
		}
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return this.source.isLocked(method, targetClass);
	}

	@Override
	public Advice getAdvice() {
		return this.interceptor.obtain();
	}

	@Override
	public int getOrder() {
		return this.order.obtain();
	}

}

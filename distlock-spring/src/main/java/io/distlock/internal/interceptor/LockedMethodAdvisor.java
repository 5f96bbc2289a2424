// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.BiPredicate;
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
 * Advisor for annotated methods of one kind. Does not resolve annotation attributes,
 * since their properties may be unavailable when proxies are created ahead of time.
 *
 * @since 0.1.0
 */
public final class LockedMethodAdvisor extends StaticMethodMatcherPointcutAdvisor
		implements BeanFactoryInitializer<ConfigurableListableBeanFactory> {

	private final transient BiPredicate<Method, Class<?>> methods;

	private final transient SingletonSupplier<? extends Advice> interceptor;

	private final transient SingletonSupplier<Integer> order;

	/**
	 * Create an advisor.
	 * @param source the annotated methods
	 * @param methods selects the methods by the called method and the class of the bean
	 * @param interceptor supplies the interceptor once, when the first proxy is created
	 * @param order supplies the order among advisors once, when the first proxy is
	 * created
	 */
	public LockedMethodAdvisor(DistributedLockOperationSource source, BiPredicate<Method, Class<?>> methods,
			Supplier<? extends Advice> interceptor, IntSupplier order) {
		this.methods = methods;
		this.interceptor = SingletonSupplier.of(interceptor::get);
		this.order = SingletonSupplier.of(order::getAsInt);
		setClassFilter(source::isCandidate);
	}

	/**
	 * Resolve the suppliers immediately if bean proxies may be created in the background,
	 * where other beans cannot be requested.
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
		return this.methods.test(method, targetClass);
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

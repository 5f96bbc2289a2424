// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.distlock.LockedMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * Knows the transactions of locked methods, as their {@code @Transactional} says.
 *
 * @since 0.1.0
 */
public final class TransactionAttributeResolver {

	private final Map<LockedMethod, Optional<MethodTransaction>> known = new ConcurrentHashMap<>();

	private final Supplier<List<TransactionInterceptor>> interceptors;

	private final BeanFactory beanFactory;

	/**
	 * Create an instance.
	 * @param interceptors finds the advice that begins transactions
	 * @param beanFactory has the transaction managers
	 */
	public TransactionAttributeResolver(Supplier<List<TransactionInterceptor>> interceptors, BeanFactory beanFactory) {
		this.interceptors = interceptors;
		this.beanFactory = beanFactory;
	}

	/**
	 * Return the transaction of a method, or {@code null} if it says nothing of one.
	 */
	@Nullable MethodTransaction find(LockedMethod method) {
		Optional<MethodTransaction> found = this.known.get(method);
		if (found == null) {
			found = resolve(method);
			this.known.put(method, found);
		}
		return found.orElse(null);
	}

	private Optional<MethodTransaction> resolve(LockedMethod method) {
		return this.interceptors.get()
			.stream()
			.map((interceptor) -> resolve(method, interceptor))
			.filter(Objects::nonNull)
			.findFirst();
	}

	private @Nullable MethodTransaction resolve(LockedMethod method, TransactionInterceptor interceptor) {
		TransactionAttributeSource source = interceptor.getTransactionAttributeSource();
		TransactionAttribute attribute = (source != null)
				? source.getTransactionAttribute(method.method(), method.targetClass()) : null;
		return (attribute != null) ? new MethodTransaction(attribute,
				new ManagerFinder(interceptor, this.beanFactory).find(attribute, method.targetClass())) : null;
	}

	/**
	 * Finds the manager of a method as the advice does.
	 */
	private static final class ManagerFinder extends TransactionAspectSupport {

		ManagerFinder(TransactionInterceptor interceptor, BeanFactory beanFactory) {
			setBeanFactory(beanFactory);
			setTransactionManager(interceptor.getTransactionManager());
		}

		@Nullable Object find(TransactionAttribute attribute, Class<?> targetClass) {
			TransactionManager manager = determineTransactionManager(attribute, targetClass);
			Object behind = (manager != null) ? AopProxyUtils.getSingletonTarget(manager) : null;
			return (behind != null) ? behind : manager;
		}

	}

}

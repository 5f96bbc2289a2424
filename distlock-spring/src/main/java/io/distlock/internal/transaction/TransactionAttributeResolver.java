// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.distlock.LockedMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Resolves the transactions of locked methods from {@code @Transactional}. As a
 * predicate, matches methods that suspend their caller's transaction and run in a new
 * transaction or without a transaction.
 *
 * @since 0.1.0
 */
public final class TransactionAttributeResolver implements Predicate<LockedMethod> {

	private final Map<LockedMethod, Optional<MethodTransaction>> known = new ConcurrentHashMap<>();

	private final SingletonSupplier<List<TransactionInterceptor>> interceptors;

	private final BeanFactory beanFactory;

	/**
	 * Create an instance.
	 * @param interceptors supplies the transaction advice once
	 * @param beanFactory the source of transaction managers
	 */
	public TransactionAttributeResolver(Supplier<List<TransactionInterceptor>> interceptors, BeanFactory beanFactory) {
		this.interceptors = SingletonSupplier.of(interceptors);
		this.beanFactory = beanFactory;
	}

	@Override
	public boolean test(LockedMethod method) {
		return this.interceptors.obtain().stream().anyMatch((interceptor) -> {
			TransactionAttribute attribute = attribute(method, interceptor);
			return attribute != null
					&& (attribute.getPropagationBehavior() == TransactionDefinition.PROPAGATION_REQUIRES_NEW
							|| attribute.getPropagationBehavior() == TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
		});
	}

	/**
	 * Return the transaction of a method, or {@code null} for a method without a
	 * transaction attribute.
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
		return this.interceptors.obtain()
			.stream()
			.map((interceptor) -> resolve(method, interceptor))
			.filter(Objects::nonNull)
			.findFirst();
	}

	private @Nullable MethodTransaction resolve(LockedMethod method, TransactionInterceptor interceptor) {
		TransactionAttribute attribute = attribute(method, interceptor);
		return (attribute != null) ? new MethodTransaction(attribute,
				new ManagerFinder(interceptor, this.beanFactory).find(attribute, method.targetClass())) : null;
	}

	private static @Nullable TransactionAttribute attribute(LockedMethod method, TransactionInterceptor interceptor) {
		TransactionAttributeSource source = interceptor.getTransactionAttributeSource();
		return (source != null) ? source.getTransactionAttribute(method.method(), method.targetClass()) : null;
	}

	/**
	 * Transaction of a method, with its manager if found.
	 */
	record MethodTransaction(TransactionAttribute attribute, @Nullable Object manager) {

		/**
		 * Return whether the method joins an active transaction of this thread.
		 */
		boolean joins() {
			return switch (this.attribute.getPropagationBehavior()) {
				case TransactionDefinition.PROPAGATION_REQUIRES_NEW, TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
						TransactionDefinition.PROPAGATION_NEVER ->
					false;
				default -> isActive();
			};
		}

		/**
		 * Return whether the method begins a transaction, unless the method joins one.
		 */
		boolean begins() {
			return switch (this.attribute.getPropagationBehavior()) {
				case TransactionDefinition.PROPAGATION_REQUIRED, TransactionDefinition.PROPAGATION_REQUIRES_NEW,
						TransactionDefinition.PROPAGATION_NESTED ->
					true;
				default -> false;
			};
		}

		/**
		 * Return whether the manager notifies a step of new transactions.
		 */
		boolean isReportedTo(TransactionHook.Step step) {
			return this.manager instanceof ConfigurableTransactionManager configurable
					&& configurable.getTransactionExecutionListeners()
						.stream()
						.anyMatch((listener) -> listener instanceof TransactionHook hook && hook.step() == step);
		}

		/**
		 * Query the manager for an active transaction, since this thread may be in a
		 * transaction of another manager. The query does not begin a transaction.
		 */
		private boolean isActive() {
			if (!TransactionSynchronizationManager.isActualTransactionActive()
					|| !(this.manager instanceof PlatformTransactionManager platform)) {
				return false;
			}
			try {
				platform.getTransaction(new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY));
				return true;
			}
			catch (IllegalTransactionStateException ex) {
				return false;
			}
		}

	}

	/**
	 * Finds the manager of a method in the same way as the transaction advice.
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

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.distlock.internal.annotation.Mocks;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.SpringProxy;
import org.springframework.util.ClassUtils;

/**
 * Finds the locked methods of beans, and validates each class once.
 */
final class LockedMethods {

	private final DistributedLockOperationSource source;

	private final SelfInvocationCheck selfInvocation;

	private final Map<BeanClasses, Set<Method>> known = new ConcurrentHashMap<>();

	LockedMethods(DistributedLockOperationSource source, Supplier<SelfInvocation> selfInvocation) {
		this.source = source;
		this.selfInvocation = new SelfInvocationCheck(source, selfInvocation);
	}

	/**
	 * Return the valid locked methods of a bean or, for a proxy, of the class behind.
	 * Empty for a mock, which has no work to protect.
	 */
	Set<Method> of(Object bean) {
		if (!(bean instanceof SpringProxy) && (!this.source.isCandidate(bean.getClass()) || Mocks.isMock(bean))) {
			return Set.of();
		}
		BeanClasses classes = BeanClasses.of(bean);
		Set<Method> methods = this.known.get(classes);
		if (methods == null) {
			methods = validate(classes);
			this.known.put(classes, methods);
		}
		return methods;
	}

	private Set<Method> validate(BeanClasses classes) {
		Set<Method> methods = new LinkedHashSet<>(this.source.type(classes.behind()).methods());
		methods.addAll(this.source.type(classes.shown()).methods());
		if (methods.isEmpty()) {
			return methods;
		}
		LockedMethodValidator validator = new LockedMethodValidator(this.source);
		methods.forEach((method) -> validator.validate(method, classes.context(method, this.source)));
		if (this.source.type(classes.behind()).isAnnotated()) {
			ContainerCallCheck.checkNotLeftOut(classes.behind(), this.source);
		}
		this.selfInvocation.search(ClassUtils
			.getUserClass(this.source.isCandidate(classes.behind()) ? classes.behind() : classes.shown()));
		return methods;
	}

	/**
	 * Return a locked method of a class, correctly annotated or not, or {@code null}
	 * without such a method.
	 */
	@Nullable Method any(@Nullable Class<?> type) {
		return (type != null && this.source.isCandidate(type)) ? this.source.type(type).methods().iterator().next()
				: null;
	}

	/**
	 * Return whether the calls of any locked method of a bean are verified.
	 */
	boolean isAnyVerified(Object bean) {
		BeanClasses classes = BeanClasses.of(bean);
		return of(bean).stream().anyMatch((method) -> {
			DistributedLockOperation operation = this.source.find(method, classes.context(method, this.source));
			return operation != null && operation.isVerified();
		});
	}

}

package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Finds the locked methods of a class, and refuses those that no proxy can reach.
 */
final class LockedMethodValidator {

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	private final DistributedLockOperationSource source;

	LockedMethodValidator(DistributedLockOperationSource source) {
		this.source = source;
	}

	/**
	 * Check all annotated methods of a class, its parents and interfaces.
	 * @param type the class of the bean, not that of a proxy
	 * @return the methods to be locked
	 * @throws InvalidLockAnnotationException if one of them cannot work
	 */
	Set<Method> validate(Class<?> type) {
		Set<Method> locked = new LinkedHashSet<>();
		for (Method annotated : annotated(type)) {
			DistributedLockOperation operation = validate(annotated, type);
			if (operation != null) {
				locked.add(operation.method());
			}
		}
		return locked;
	}

	/**
	 * Check an annotated method.
	 * @param annotated the method, of the class, a parent or an interface
	 * @param type the class of the bean, not that of a proxy
	 * @return what it says, or {@code null} if it is overridden by one that is not locked
	 * @throws InvalidLockAnnotationException if it cannot work
	 */
	@Nullable DistributedLockOperation validate(Method annotated, Class<?> type) {
		checkReachable(annotated);
		DistributedLockOperation operation = this.source.find(annotated, type);
		if (operation != null) {
			checkReachable(operation.method());
		}
		return operation;
	}

	/**
	 * Return all annotated methods of a class, its parents and interfaces.
	 * @param type the class of the bean, not that of a proxy
	 * @return the methods, right or wrong
	 */
	Set<Method> annotated(Class<?> type) {
		Set<Method> annotated = new LinkedHashSet<>();
		for (Class<?> current = type; current != null && current != Object.class; current = current.getSuperclass()) {
			annotated.addAll(declared(current));
		}
		for (Class<?> implemented : ClassUtils.getAllInterfacesForClassAsSet(type)) {
			annotated.addAll(declared(implemented));
		}
		return annotated;
	}

	private List<Method> declared(Class<?> declaring) {
		return !this.source.isCandidate(declaring) ? List.of()
				: Arrays.stream(declaring.getDeclaredMethods())
					.filter((method) -> !method.isBridge() && !method.isSynthetic() && isAnnotated(method))
					.toList();
	}

	private static boolean isAnnotated(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(DistributedLock.class);
	}

	private static void checkReachable(Method method) {
		int modifiers = method.getModifiers();
		if (Modifier.isPrivate(modifiers)) {
			throw unreachable(method, "private");
		}
		if (Modifier.isStatic(modifiers)) {
			throw unreachable(method, "static");
		}
		if (Modifier.isFinal(modifiers) && !Proxy.isProxyClass(method.getDeclaringClass())) {
			throw unreachable(method, "final");
		}
		Class<?>[] parameters = method.getParameterTypes();
		if (parameters.length > 0 && parameters[parameters.length - 1].getName().equals(CONTINUATION)) {
			throw new InvalidLockAnnotationException(DistributedLock.class, method,
					"it is a Kotlin suspend function, which is not supported",
					"Return a Mono or a CompletableFuture, or use LockTemplate.acquireAsync in it.");
		}
	}

	private static InvalidLockAnnotationException unreachable(Method method, String modifier) {
		return new InvalidLockAnnotationException(DistributedLock.class, method,
				"it is %s, so no proxy can put a lock around it".formatted(modifier),
				"Make it a public instance method that is not final, or use LockTemplate in it.");
	}

}

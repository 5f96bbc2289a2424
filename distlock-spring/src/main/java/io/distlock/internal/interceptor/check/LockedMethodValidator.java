// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotatedMethods;
import io.distlock.internal.interceptor.operation.ContainerCalls;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Rejects locked methods that proxies cannot intercept, regardless of the bean.
 */
final class LockedMethodValidator {

	static final String OPEN = "Make the class and the function open, or let the kotlin-spring compiler plugin do it, "
			+ "which opens classes with annotations such as @Service; or use LockTemplate in the function.";

	private final DistributedLockOperationSource source;

	LockedMethodValidator(DistributedLockOperationSource source) {
		this.source = source;
	}

	/**
	 * Check a method declared by the class of a bean, a superclass or an interface.
	 */
	void validate(Method annotated, Class<?> type) {
		Class<?> userClass = ClassUtils.getUserClass(type);
		check(annotated, userClass);
		DistributedLockOperation operation = this.source.find(annotated, type);
		if (operation == null) {
			throw invalid(annotated,
					Modifier.isPublic(annotated.getModifiers())
							? "%s does not have this method".formatted(userClass.getName())
							: "it is not public, and an annotation of the class means its public methods",
					"Put the annotation on a method that callers of the bean can call.");
		}
		check(operation.method(), userClass);
	}

	private static void check(Method method, Class<?> userClass) {
		AnnotatedMethods.refuseBeanMethod(DistributedLock.class, method);
		String obstacle = obstacle(method, userClass);
		if (obstacle != null) {
			throw invalid(method, "it is %s, so no proxy can put a lock around it".formatted(obstacle),
					remedy(method, obstacle));
		}
		if (Thread.class.isAssignableFrom(userClass) && method.getName().equals("run")) {
			throw invalid(method, "start() calls it on the thread itself, where no proxy is",
					"Let the bean be a Runnable, and give it to a thread; or use LockTemplate in it.");
		}
		String lifeCycle = ContainerCalls.lifeCycle(method, userClass);
		String role = (lifeCycle != null) ? lifeCycle : ContainerCalls.wiring(method, userClass);
		if (role != null) {
			throw calledByTheContainer(method, role);
		}
	}

	static @Nullable String obstacle(Method method, Class<?> type) {
		String modifier = AnnotatedMethods.obstacle(method);
		if (modifier != null) {
			return modifier;
		}
		if (ReflectionUtils.isObjectMethod(method)) {
			return "a method of every object";
		}
		return isHidden(method, type) ? "visible in its package alone, which is not the package of the bean's class"
				: null;
	}

	/**
	 * Return whether a class cannot override a method. A package-private method is not
	 * overridden by a class in another package or of another class loader.
	 */
	private static boolean isHidden(Method method, Class<?> type) {
		Class<?> declaring = method.getDeclaringClass();
		boolean packagePrivate = !Modifier.isPublic(method.getModifiers())
				&& !Modifier.isProtected(method.getModifiers());
		return packagePrivate && !(declaring.getPackageName().equals(type.getPackageName())
				&& declaring.getClassLoader() == type.getClassLoader());
	}

	static InvalidLockAnnotationException calledByTheContainer(Method method, String role) {
		return invalid(method, "the container calls it on the bean itself (%s), where no proxy is".formatted(role),
				"Use LockTemplate in it, or move the work to a method of another bean, or to one that listens to ApplicationReadyEvent.");
	}

	static InvalidLockAnnotationException invalid(Method method, String reason, String remedy) {
		return new InvalidLockAnnotationException(DistributedLock.class, method, reason, remedy);
	}

	private static String remedy(Method method, String obstacle) {
		return obstacle.equals("final") && KotlinDetector.isKotlinType(method.getDeclaringClass()) ? OPEN
				: "Make it a public instance method that is not final, or use LockTemplate in it.";
	}

}

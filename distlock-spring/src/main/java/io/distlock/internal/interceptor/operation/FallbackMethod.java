// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.result.SuspendFunction;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.Job;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

import org.springframework.core.CoroutinesUtils;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Method of the bean that is called instead of the locked method. The call passes through
 * the proxy, so that annotations of the fallback method apply. A method that the proxy
 * does not expose is called directly on the bean, and is rejected if its annotations
 * would need the proxy.
 */
final class FallbackMethod implements BusyPolicy {

	/**
	 * Simple names of annotations that are applied by a proxy.
	 */
	private static final Set<String> ADVICE = Set.of("DistributedLock", "DistributedLocks", "LeaderOnly",
			"Transactional", "Async", "Cacheable", "CacheEvict", "CachePut", "Caching", "Retryable", "ConcurrencyLimit",
			"PreAuthorize", "PostAuthorize", "Secured", "RolesAllowed", "Observed", "Timed", "Counted");

	private final Method method;

	private final boolean withReason;

	private final AnnotationAttribute attribute;

	/**
	 * Annotation that needs a proxy, or {@code null}.
	 */
	private final @Nullable String advice;

	private FallbackMethod(Method method, boolean withReason, AnnotationAttribute attribute) {
		ReflectionUtils.makeAccessible(method);
		this.method = method;
		this.withReason = withReason;
		this.attribute = attribute;
		this.advice = advice(method);
		if (Modifier.isPrivate(method.getModifiers()) || Modifier.isFinal(method.getModifiers())) {
			checkPlain();
		}
	}

	static FallbackMethod of(Method locked, Class<?> targetClass, AnnotationAttribute attribute) {
		String name = attribute.value();
		List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(targetClass))
			.filter((method) -> method.getName().equals(name) && !method.isBridge() && !method.equals(locked))
			.toList();
		if (named.isEmpty()) {
			throw attribute.invalid("%s has no other method of this name".formatted(targetClass.getName()),
					"Write one with the parameters (%s).".formatted(parameters(locked, targetClass)));
		}
		List<Method> matching = named.stream().filter((method) -> matches(method, locked, targetClass)).toList();
		if (matching.isEmpty()) {
			throw attribute.invalid("no method of this name has the same parameters",
					"Give it the parameters (%s), optionally followed by a LockNotAcquiredException."
						.formatted(parameters(locked, targetClass)));
		}
		if (matching.size() > 1) {
			throw attribute.invalid("several methods match: " + matching.stream()
				.map(InvalidLockAnnotationException::describe)
				.sorted()
				.collect(Collectors.joining(", ")), "Rename or remove one of them.");
		}
		return checked(matching.get(0), locked, targetClass, attribute);
	}

	private static FallbackMethod checked(Method fallback, Method locked, Class<?> targetClass,
			AnnotationAttribute attribute) {
		Class<?> expected = result(locked, targetClass);
		Class<?> actual = result(fallback, targetClass);
		if (SuspendFunction.is(fallback) && !SuspendFunction.is(locked)) {
			throw attribute.invalid("it suspends, and the locked method does not", "Let it not suspend.");
		}
		if (expected != void.class && !ClassUtils.isAssignable(expected, actual)) {
			throw attribute.invalid(
					"it returns %s, which is no %s".formatted(actual.getSimpleName(), expected.getSimpleName()),
					"Let it return %s.".formatted(expected.getSimpleName()));
		}
		return new FallbackMethod(fallback,
				SuspendFunction.parameterCount(fallback) > SuspendFunction.parameterCount(locked), attribute);
	}

	private static Class<?> result(Method method, Class<?> targetClass) {
		return SuspendFunction.is(method) ? SuspendFunction.resultType(method)
				: ResolvableType.forMethodReturnType(method, targetClass).toClass();
	}

	private static boolean matches(Method candidate, Method locked, Class<?> targetClass) {
		int count = SuspendFunction.parameterCount(locked);
		int more = SuspendFunction.parameterCount(candidate) - count;
		if (more < 0 || more > 1 || (more == 1 && !takesReason(candidate.getParameterTypes()[count]))) {
			return false;
		}
		return IntStream.range(0, count)
			.allMatch((i) -> parameter(candidate, i, targetClass) == parameter(locked, i, targetClass));
	}

	private static boolean takesReason(Class<?> type) {
		return Throwable.class.isAssignableFrom(type) && type.isAssignableFrom(LockNotAcquiredException.class);
	}

	private static Class<?> parameter(Method method, int index, Class<?> targetClass) {
		return ResolvableType.forMethodParameter(method, index, targetClass).toClass();
	}

	private static String parameters(Method method, Class<?> targetClass) {
		return IntStream.range(0, SuspendFunction.parameterCount(method))
			.mapToObj((i) -> parameter(method, i, targetClass).getSimpleName())
			.collect(Collectors.joining(", "));
	}

	@Override
	public @Nullable Object handle(LockExpressionRoot call, LockNotAcquiredException reason) throws Throwable {
		@Nullable Object[] arguments = call.args();
		if (this.withReason) {
			arguments = Arrays.copyOf(arguments, arguments.length + 1);
			arguments[arguments.length - 1] = reason;
		}
		Object proxy = call.proxy();
		Method shown = (proxy != null) ? shown(proxy) : null;
		if (shown != null) {
			ReflectionUtils.makeAccessible(shown);
			return invoke(shown, proxy, arguments, call);
		}
		checkPlain();
		return invoke(this.method, call.target(), arguments, call);
	}

	private static @Nullable Object invoke(Method method, @Nullable Object target, @Nullable Object[] arguments,
			LockExpressionRoot call) throws Throwable {
		if (SuspendFunction.is(method)) {
			return Coroutines.call(method, target, arguments, call.continuation());
		}
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	/**
	 * Return the method as exposed by a proxy, or {@code null} if not exposed.
	 */
	private @Nullable Method shown(Object proxy) {
		if (Modifier.isPrivate(this.method.getModifiers()) || isPastProxiesOfClasses(proxy.getClass())) {
			return null;
		}
		Method shown = Proxy.isProxyClass(proxy.getClass()) ? ClassUtils.getInterfaceMethodIfPossible(this.method, null)
				: this.method;
		return shown.getDeclaringClass().isInstance(proxy) ? shown : null;
	}

	private boolean isPastProxiesOfClasses(Class<?> type) {
		int modifiers = this.method.getModifiers();
		boolean visible = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)
				|| this.method.getDeclaringClass().getPackageName().equals(type.getPackageName());
		return !Proxy.isProxyClass(type) && (Modifier.isFinal(modifiers) || !visible);
	}

	private static @Nullable String advice(Method method) {
		return MergedAnnotations.from(method)
			.stream()
			.map((annotation) -> annotation.getType().getSimpleName())
			.filter(ADVICE::contains)
			.findFirst()
			.orElse(null);
	}

	private void checkPlain() {
		if (this.advice != null) {
			throw this.attribute.invalid(
					"no proxy reaches %s, so its @%s would not apply"
						.formatted(InvalidLockAnnotationException.describe(this.method), this.advice),
					"Make it a public method that is not final, declared in an interface if the bean is proxied by its interfaces, or remove the annotation.");
		}
	}

	/**
	 * Code with a dependency on Kotlin coroutines.
	 */
	private static final class Coroutines {

		private Coroutines() {
		}

		/**
		 * Call a suspend function outside the locked call's job.
		 */
		@SuppressWarnings("NullAway") // arguments may be null, although the signature
										// does not say so
		static Publisher<?> call(Method function, @Nullable Object target, @Nullable Object[] arguments,
				@Nullable Object continuation) {
			Continuation<?> caller = (Continuation<?>) continuation;
			Assert.state(caller != null, "No Continuation available");
			return CoroutinesUtils.invokeSuspendingFunction(caller.getContext().minusKey(Job.Key), function, target,
					arguments);
		}

	}

}

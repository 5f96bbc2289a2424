// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LeaderOnly;
import io.distlock.annotation.LockLifetime;
import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.annotation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.TargetClassAware;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Knows the locked methods: each is read once and remembered.
 *
 * @since 0.1.0
 */
public final class DistributedLockOperationSource {

	private final Map<MethodClassKey, Optional<DistributedLockOperation>> byCall = new ConcurrentHashMap<>(256);

	private final Map<MethodClassKey, DistributedLockOperation> byMethod = new ConcurrentHashMap<>();

	private final Map<Class<?>, LockedType> types = new ConcurrentHashMap<>();

	private final AnnotatedClasses declarations = new AnnotatedClasses(DistributedLock.class, LeaderOnly.class);

	private final SingletonSupplier<DistributedLockParser> parser;

	/**
	 * Create a source.
	 * @param beanFactory resolves placeholders, beans in expressions, and the
	 * {@link LockOperationsResolver}
	 */
	public DistributedLockOperationSource(ConfigurableBeanFactory beanFactory) {
		this.parser = SingletonSupplier.of(() -> new DistributedLockParser(beanFactory));
	}

	/**
	 * Return how many locked methods were found so far.
	 * @return the number
	 */
	public int methodCount() {
		return this.byMethod.size();
	}

	/**
	 * Return the roles whose leaders call the methods that were found so far.
	 * @return the names of the roles
	 */
	public Set<String> roles() {
		return this.byMethod.values()
			.stream()
			.filter(DistributedLockOperation::role)
			.flatMap((operation) -> operation.names().stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Return whether a class has locked methods, of its own or of a parent or an
	 * interface.
	 * @param type the class of a bean
	 * @return whether something in it is to be locked
	 */
	public boolean isCandidate(Class<?> type) {
		return type(type).isLocked();
	}

	/**
	 * Return whether one of the locked methods that were found so far takes a lock with a
	 * lease.
	 * @return whether a store is needed
	 */
	public boolean needsStore() {
		return this.byMethod.values().stream().anyMatch((operation) -> operation.transaction() == null);
	}

	/**
	 * Return whether a class has locked methods that take a lock with a lease.
	 * @param type the class of a bean
	 * @return whether they need a store
	 */
	public boolean needsStore(Class<?> type) {
		return isCandidate(type) && type(type).methods().stream().anyMatch((method) -> hasLease(method, type));
	}

	private boolean hasLease(Method method, Class<?> type) {
		return LockDeclaration.of(type(type).annotated(method), method, type)
			.stream()
			.noneMatch((declaration) -> declaration.lock().lifetime() == LockLifetime.TRANSACTION);
	}

	/**
	 * Refuse a locked method that was found so far and wants to hold its lock in a way
	 * that its store does not know, so that the start fails and not each call.
	 * @param provider the bean name of the provider, empty for the default one
	 * @param store the name of the store
	 * @param modes the modes that the store knows
	 * @throws InvalidLockAnnotationException if there is such a method
	 */
	public void checkModes(String provider, String store, Set<LockMode> modes) {
		this.byMethod.values()
			.stream()
			.filter((operation) -> operation.transaction() == null && operation.isOf(provider))
			.filter((operation) -> !modes.contains(operation.mode()))
			.findFirst()
			.ifPresent((operation) -> {
				throw unknown(operation, store, modes);
			});
	}

	/**
	 * Refuse a locked method that was found so far and wants its fencing token checked,
	 * since its store has none, so that the start fails and not each call.
	 * @param provider the bean name of the provider, empty for the default one
	 * @throws InvalidLockAnnotationException if there is such a method
	 */
	public void refuseFenced(String provider) {
		this.byMethod.values()
			.stream()
			.filter((operation) -> operation.fenced() != null && operation.isOf(provider))
			.findFirst()
			.ifPresent((operation) -> {
				throw AnnotationAttribute.plain(DistributedLock.class, operation.method(), "fenced", "true")
					.invalid("the store forgets what it has granted, and has no fencing tokens",
							"Name a provider that has them, or use another store, such as a database or Redis; or leave the attribute out.");
			});
	}

	private static InvalidLockAnnotationException unknown(DistributedLockOperation operation, String store,
			Set<LockMode> modes) {
		return AnnotationAttribute.plain(DistributedLock.class, operation.method(), "mode", operation.mode().name())
			.invalid("provider '%s' supports only %s".formatted(store, new TreeSet<>(modes)),
					"Name a provider that supports the mode, or use another store, such as a database or Redis.");
	}

	/**
	 * Return what a class says of its locks.
	 * @param type the class of the bean
	 * @return what a class says of its locks
	 */
	public LockedType type(Class<?> type) {
		return this.types.computeIfAbsent(type, (each) -> new LockedType(each, this.declarations));
	}

	/**
	 * Return whether a method is annotated, be the annotation right or wrong.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param targetClass the class of the bean
	 * @return whether it is to be locked
	 */
	public boolean isLocked(Method method, Class<?> targetClass) {
		if (ReflectionUtils.isObjectMethod(method)) {
			return false;
		}
		Class<?> declaring = declaring(method, targetClass);
		return isCandidate(declaring) && type(declaring).isLocked(method);
	}

	/**
	 * Return whether a method is annotated to run under a lock.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param targetClass the class of the bean
	 * @return whether it is, and not for the leader of a role
	 */
	public boolean hasLock(Method method, Class<?> targetClass) {
		return isLocked(method, targetClass) && !isForRole(method, declaring(method, targetClass));
	}

	/**
	 * Return whether a method is annotated to run on the leader of a role.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param targetClass the class of the bean
	 * @return whether it is
	 */
	public boolean hasRole(Method method, Class<?> targetClass) {
		return isLocked(method, targetClass) && isForRole(method, declaring(method, targetClass));
	}

	private boolean isForRole(Method method, Class<?> type) {
		List<Method> annotated = type(type).annotated(method);
		return LockDeclaration.of(annotated, specific(method, annotated, ClassUtils.getUserClass(type)), type)
			.stream()
			.anyMatch(LockDeclaration::isRole);
	}

	/**
	 * Return the class that declares the locks: that of the bean, or an additional
	 * interface of a proxy.
	 */
	private static Class<?> declaring(Method method, Class<?> targetClass) {
		return method.getDeclaringClass().isAssignableFrom(targetClass) ? targetClass : method.getDeclaringClass();
	}

	/**
	 * Return what is known of a method of a proxy. What is behind it knows best, if it
	 * has the method.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param proxy the proxy
	 * @return the operation, or {@code null} if the method is not locked
	 */
	public @Nullable DistributedLockOperation find(Method method, TargetClassAware proxy) {
		Class<?> behind = AopProxyUtils.ultimateTargetClass(proxy);
		DistributedLockOperation operation = method.getDeclaringClass().isAssignableFrom(behind) ? find(method, behind)
				: null;
		return (operation != null) ? operation : find(method, proxy.getClass());
	}

	/**
	 * Return what is known of a method.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param targetClass the class of the bean
	 * @return the operation, or {@code null} if the method is not locked
	 */
	public @Nullable DistributedLockOperation find(Method method, Class<?> targetClass) {
		MethodClassKey call = new MethodClassKey(method, targetClass);
		Optional<DistributedLockOperation> known = this.byCall.get(call);
		if (known == null) {
			known = isLocked(method, targetClass) ? Optional.of(read(method, declaring(method, targetClass)))
					: Optional.empty();
			this.byCall.put(call, known);
		}
		return known.orElse(null);
	}

	private DistributedLockOperation read(Method method, Class<?> type) {
		Class<?> userClass = ClassUtils.getUserClass(type);
		List<Method> annotated = type(type).annotated(method);
		Method specific = specific(method, annotated, userClass);
		MethodClassKey key = new MethodClassKey(specific, userClass);
		DistributedLockOperation known = this.byMethod.get(key);
		if (known != null) {
			return known;
		}
		DistributedLockOperation operation = this.parser.obtain()
			.parse(LockDeclaration.of(annotated, specific, type), specific, userClass);
		DistributedLockOperation earlier = this.byMethod.putIfAbsent(key, operation);
		return (earlier != null) ? earlier : operation;
	}

	/**
	 * Return the implementation of a method. That of a proxy is none: there, it is the
	 * method that is annotated.
	 */
	private static Method specific(Method method, List<Method> annotated, Class<?> userClass) {
		if (Proxy.isProxyClass(userClass)) {
			return annotated.isEmpty() ? BridgeMethodResolver.findBridgedMethod(method) : annotated.get(0);
		}
		return AopUtils.getMostSpecificMethod(ValueClassBridge.resolve(method, userClass), userClass);
	}

}

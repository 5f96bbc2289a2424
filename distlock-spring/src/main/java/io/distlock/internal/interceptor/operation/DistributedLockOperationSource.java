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
 * Source of metadata for locked methods. Each method is parsed once.
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
	 * Return the number of locked methods found so far.
	 * @return the number
	 */
	public int methodCount() {
		return this.byMethod.size();
	}

	/**
	 * Return the roles of the leader methods found so far.
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
	 * Return whether a class has locked methods, including methods of superclasses and
	 * interfaces.
	 * @param type the class of a bean
	 * @return {@code true} if the class has a locked method
	 */
	public boolean isCandidate(Class<?> type) {
		return type(type).isLocked();
	}

	/**
	 * Return whether any locked method found so far has a lock with a lease.
	 * @return {@code true} if a store is needed
	 */
	public boolean needsStore() {
		return this.byMethod.values().stream().anyMatch((operation) -> operation.transaction() == null);
	}

	/**
	 * Return whether a class has locked methods with a lease.
	 * @param type the class of a bean
	 * @return {@code true} if the methods need a store
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
	 * Reject locked methods, among the methods found so far, with a mode that their store
	 * does not support, so that startup fails instead of each call.
	 * @param provider the bean name of the provider, empty for the default provider
	 * @param store the name of the store
	 * @param modes the modes supported by the store
	 * @throws InvalidLockAnnotationException for an unsupported mode
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
	 * Reject fenced methods, among the methods found so far, whose store has no fencing
	 * tokens, so that startup fails instead of each call.
	 * @param provider the bean name of the provider, empty for the default provider
	 * @throws InvalidLockAnnotationException for a fenced method
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
	 * Return the lock declarations of a class.
	 * @param type the class of the bean
	 * @return the declarations
	 */
	public LockedType type(Class<?> type) {
		return this.types.computeIfAbsent(type, (each) -> new LockedType(each, this.declarations));
	}

	/**
	 * Return whether a method is annotated, correctly or not.
	 * @param method the called method, declared by the class, a superclass or an
	 * interface
	 * @param targetClass the class of the bean
	 * @return {@code true} if the method is to be locked
	 */
	public boolean isLocked(Method method, Class<?> targetClass) {
		if (ReflectionUtils.isObjectMethod(method)) {
			return false;
		}
		Class<?> declaring = declaring(method, targetClass);
		return isCandidate(declaring) && type(declaring).isLocked(method);
	}

	/**
	 * Return whether a method requires a lock.
	 * @param method the called method, declared by the class, a superclass or an
	 * interface
	 * @param targetClass the class of the bean
	 * @return {@code true} for a lock; {@code false} for a role
	 */
	public boolean hasLock(Method method, Class<?> targetClass) {
		return isLocked(method, targetClass) && !isForRole(method, declaring(method, targetClass));
	}

	/**
	 * Return whether a method requires a role.
	 * @param method the called method, declared by the class, a superclass or an
	 * interface
	 * @param targetClass the class of the bean
	 * @return {@code true} for a role
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
	 * Return the class that declares the locks: the bean's class, or an additional
	 * interface of a proxy.
	 */
	private static Class<?> declaring(Method method, Class<?> targetClass) {
		return method.getDeclaringClass().isAssignableFrom(targetClass) ? targetClass : method.getDeclaringClass();
	}

	/**
	 * Return the metadata of a proxy's method. The class behind the proxy takes
	 * precedence, if that class has the method.
	 * @param method the called method, declared by the class, a superclass or an
	 * interface
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
	 * Return the metadata of a method.
	 * @param method the called method, declared by the class, a superclass or an
	 * interface
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
	 * Return the implementation of a method, or the annotated method if the
	 * implementation is a proxy.
	 */
	private static Method specific(Method method, List<Method> annotated, Class<?> userClass) {
		if (Proxy.isProxyClass(userClass)) {
			return annotated.isEmpty() ? BridgeMethodResolver.findBridgedMethod(method) : annotated.get(0);
		}
		return AopUtils.getMostSpecificMethod(ValueClassBridge.resolve(method, userClass), userClass);
	}

}

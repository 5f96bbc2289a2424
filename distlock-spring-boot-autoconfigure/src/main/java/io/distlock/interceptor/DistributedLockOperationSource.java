package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.annotation.DistributedLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Knows the locked methods: each is read once and remembered.
 *
 * @since 0.1.0
 */
public final class DistributedLockOperationSource {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLockOperationSource.class);

	private final Map<MethodClassKey, Optional<DistributedLockOperation>> byCall = new ConcurrentHashMap<>(256);

	private final Map<MethodClassKey, DistributedLockOperation> byMethod = new ConcurrentHashMap<>();

	private final Map<Class<?>, Boolean> annotatedTypes = new ConcurrentHashMap<>(256);

	private final DistributedLockParser parser;

	/**
	 * Create a source.
	 * @param beanFactory resolves placeholders, beans in expressions, and the
	 * {@link LockOperationsResolver}
	 */
	public DistributedLockOperationSource(ConfigurableBeanFactory beanFactory) {
		this.parser = new DistributedLockParser(beanFactory);
	}

	/**
	 * Return how many locked methods were found so far.
	 * @return the number
	 */
	public int methodCount() {
		return this.byMethod.size();
	}

	/**
	 * Return whether a class, one of its parents or interfaces declares an annotated
	 * method.
	 */
	boolean isCandidate(Class<?> type) {
		for (Class<?> current = type; current != null && current != Object.class; current = current.getSuperclass()) {
			if (declaresLock(current)) {
				return true;
			}
		}
		for (Class<?> implemented : ClassUtils.getAllInterfacesForClassAsSet(type)) {
			if (declaresLock(implemented)) {
				return true;
			}
		}
		return false;
	}

	private boolean declaresLock(Class<?> type) {
		Boolean known = this.annotatedTypes.get(type);
		if (known == null) {
			known = AnnotationUtils.isCandidateClass(type, DistributedLock.class) && scan(type);
			this.annotatedTypes.put(type, known);
		}
		return known;
	}

	private static boolean scan(Class<?> type) {
		try {
			return Arrays.stream(type.getDeclaredMethods()).anyMatch(DistributedLockOperationSource::isAnnotated);
		}
		catch (LinkageError | TypeNotPresentException ex) {
			logger.debug("{} cannot be searched for locked methods", type, ex);
			return false;
		}
	}

	private static boolean isAnnotated(Method method) {
		return method.getAnnotations().length > 0 && MergedAnnotations.from(method).isPresent(DistributedLock.class);
	}

	/**
	 * Return whether a method is annotated, be the annotation right or wrong.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param targetClass the class of the bean
	 * @return whether it is to be locked
	 */
	boolean isLocked(Method method, Class<?> targetClass) {
		if (ReflectionUtils.isObjectMethod(method) || !isCandidate(targetClass)) {
			return false;
		}
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		Method specific = AopUtils.getMostSpecificMethod(method, userClass);
		return DistributedLockParser.find(specific).isPresent() || DistributedLockParser.find(method).isPresent()
				|| this.byMethod.containsKey(new MethodClassKey(specific, userClass));
	}

	/**
	 * Return what is known of a method.
	 * @param method the method that is called, of the class, a parent or an interface
	 * @param targetClass the class of the bean
	 * @return the operation, or {@code null} if the method is not locked
	 */
	@Nullable DistributedLockOperation find(Method method, Class<?> targetClass) {
		MethodClassKey call = new MethodClassKey(method, targetClass);
		Optional<DistributedLockOperation> known = this.byCall.get(call);
		if (known == null) {
			known = read(method, targetClass);
			this.byCall.put(call, known);
		}
		return known.orElse(null);
	}

	private Optional<DistributedLockOperation> read(Method method, Class<?> targetClass) {
		if (ReflectionUtils.isObjectMethod(method) || !isCandidate(targetClass)) {
			return Optional.empty();
		}
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		Method specific = AopUtils.getMostSpecificMethod(method, userClass);
		MethodClassKey key = new MethodClassKey(specific, userClass);
		DistributedLockOperation known = this.byMethod.get(key);
		if (known != null) {
			return Optional.of(known);
		}
		DistributedLockOperation operation = this.parser.parse(method, specific, userClass);
		if (operation == null) {
			return Optional.empty();
		}
		DistributedLockOperation earlier = this.byMethod.putIfAbsent(key, operation);
		return Optional.of((earlier != null) ? earlier : operation);
	}

}

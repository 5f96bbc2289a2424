// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Thrown at bean creation for an invalid
 * {@link io.distlock.annotation.DistributedLock @DistributedLock},
 * {@link io.distlock.annotation.LeaderOnly @LeaderOnly} or
 * {@link io.distlock.annotation.ClusterScheduled @ClusterScheduled}.
 *
 * @since 0.1.0
 */
public class InvalidLockAnnotationException extends IllegalStateException {

	private final Class<? extends Annotation> annotation;

	private final transient Method method;

	private final String attribute;

	private final String value;

	private final String reason;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param annotation the type of the annotation
	 * @param method the annotated method
	 * @param attribute the invalid attribute, or empty if the method itself is invalid
	 * @param value the value of the attribute in the source
	 * @param reason the problem
	 * @param remedy the suggested action
	 * @param cause the cause, if any
	 */
	public InvalidLockAnnotationException(Class<? extends Annotation> annotation, Method method, String attribute,
			String value, String reason, String remedy, @Nullable Throwable cause) {
		super(message(written(annotation, method), method, attribute, value, reason, remedy), cause);
		this.annotation = written(annotation, method);
		this.method = method;
		this.attribute = attribute;
		this.value = value;
		this.reason = reason;
		this.remedy = remedy;
	}

	/**
	 * Create an exception for a method that does not support the annotation.
	 * @param annotation the type of the annotation
	 * @param method the annotated method
	 * @param reason the problem
	 * @param remedy the suggested action
	 */
	public InvalidLockAnnotationException(Class<? extends Annotation> annotation, Method method, String reason,
			String remedy) {
		this(annotation, method, "", "", reason, remedy, null);
	}

	/**
	 * Return the annotation in the source, which may be composed with the given
	 * annotation. A problem of a lock also affects a role.
	 */
	private static Class<? extends Annotation> written(Class<? extends Annotation> annotation, Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		MergedAnnotation<?> found = annotations.get(annotation);
		if (!found.isPresent() && annotation == DistributedLock.class) {
			found = annotations.get(LeaderOnly.class);
		}
		return found.isPresent() ? found.getRoot().getType() : annotation;
	}

	private static String message(Class<? extends Annotation> annotation, Method method, String attribute, String value,
			String reason, String remedy) {
		String subject = attribute.isEmpty() ? "" : "%s = \"%s\": ".formatted(attribute, value);
		return "@%s on %s is invalid: %s%s. %s".formatted(annotation.getSimpleName(), describe(method), subject, reason,
				remedy);
	}

	/**
	 * Describe a method for messages.
	 * @param method the method
	 * @return the class, name and parameter types
	 */
	public static String describe(Method method) {
		return Arrays.stream(method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(
					Collectors.joining(", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
	}

	/**
	 * Return the type of the annotation.
	 * @return the annotation in the source, such as
	 * {@link io.distlock.annotation.LeaderOnly @LeaderOnly}
	 */
	public Class<? extends Annotation> getAnnotation() {
		return this.annotation;
	}

	/**
	 * Return the annotated method.
	 * @return the method
	 */
	public Method getMethod() {
		return this.method;
	}

	/**
	 * Return the invalid attribute.
	 * @return the name, or empty if the method itself is invalid
	 */
	public String getAttribute() {
		return this.attribute;
	}

	/**
	 * Return the value of the attribute.
	 * @return the value in the source
	 */
	public String getValue() {
		return this.value;
	}

	/**
	 * Return the problem.
	 * @return the reason, without a full stop
	 */
	public String getReason() {
		return this.reason;
	}

	/**
	 * Return the suggested action.
	 * @return one or more sentences
	 */
	public String getRemedy() {
		return this.remedy;
	}

}

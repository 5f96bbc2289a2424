package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A {@link io.distlock.annotation.DistributedLock @DistributedLock} that cannot work,
 * found when the bean was created.
 *
 * @since 0.1.0
 */
public class InvalidLockAnnotationException extends IllegalStateException {

	private final transient Method method;

	private final String attribute;

	private final String value;

	private final String reason;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param method the annotated method
	 * @param attribute the attribute at fault, empty if it is the method itself
	 * @param value the value of the attribute, as it was written
	 * @param reason what is wrong with it
	 * @param remedy what to do next
	 * @param cause the cause, if any
	 */
	public InvalidLockAnnotationException(Method method, String attribute, String value, String reason, String remedy,
			@Nullable Throwable cause) {
		super(message(method, attribute, value, reason, remedy), cause);
		this.method = method;
		this.attribute = attribute;
		this.value = value;
		this.reason = reason;
		this.remedy = remedy;
	}

	InvalidLockAnnotationException(Method method, String reason, String remedy) {
		this(method, "", "", reason, remedy, null);
	}

	InvalidLockAnnotationException(Method method, String attribute, String value, String reason, String remedy) {
		this(method, attribute, value, reason, remedy, null);
	}

	private static String message(Method method, String attribute, String value, String reason, String remedy) {
		String subject = attribute.isEmpty() ? "" : "%s = \"%s\": ".formatted(attribute, value);
		return "@DistributedLock on %s is invalid: %s%s. %s".formatted(describe(method), subject, reason, remedy);
	}

	static String describe(Method method) {
		return Arrays.stream(method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(
					Collectors.joining(", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
	}

	/**
	 * Return the annotated method.
	 * @return the method
	 */
	public Method getMethod() {
		return this.method;
	}

	/**
	 * Return the attribute at fault.
	 * @return the name, empty if it is the method itself
	 */
	public String getAttribute() {
		return this.attribute;
	}

	/**
	 * Return the value of the attribute.
	 * @return the value, as it was written
	 */
	public String getValue() {
		return this.value;
	}

	/**
	 * Return what is wrong.
	 * @return the reason, without a full stop
	 */
	public String getReason() {
		return this.reason;
	}

	/**
	 * Return what to do next.
	 * @return one sentence or more
	 */
	public String getRemedy() {
		return this.remedy;
	}

}

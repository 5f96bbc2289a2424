package io.distlock.interceptor;

import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.distlock.IllegalLockKeyException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ObjectUtils;

/**
 * Turns what a key expression gave into text that is the same on every node: never by a
 * locale, a time zone or an identity hash.
 */
final class KeyText {

	private static final Set<String> ZONED = Set.of("java.util.Date", "java.util.Calendar");

	private static final String TEXT = "";

	/**
	 * What is wrong with the text of a class, empty for nothing.
	 */
	private final Map<Class<?>, String> flaws = new ConcurrentHashMap<>();

	/**
	 * Return whether a value stands for several keys.
	 */
	static boolean isPlural(@Nullable Object value) {
		return value != null && (value.getClass().isArray() || (value instanceof Iterable && !(value instanceof Path)));
	}

	/**
	 * Return the text of every element.
	 * @param value an array or an {@link Iterable}
	 * @param expression what it was evaluated from
	 */
	List<String> all(Object value, LockExpression expression) {
		List<String> texts = new ArrayList<>();
		forEach(value, (element) -> {
			if (isPlural(element)) {
				throw illegal(expression, "has a collection as an element", "flatten it");
			}
			texts.add(one(element, expression));
		});
		if (texts.isEmpty()) {
			throw illegal(expression, "is an empty collection", "name at least one key, or use 'condition'");
		}
		return texts;
	}

	private static void forEach(Object value, Consumer<@Nullable Object> action) {
		if (value instanceof Iterable<?> iterable) {
			iterable.forEach(action);
			return;
		}
		int length = Array.getLength(value);
		for (int i = 0; i < length; i++) {
			action.accept(Array.get(value, i));
		}
	}

	String one(@Nullable Object value, LockExpression expression) {
		String text = (value instanceof String string) ? string : text(ObjectUtils.unwrapOptional(value), expression);
		if (text == null) {
			throw illegal(expression, "is null", "pass a value, or use 'condition' to run without the lock");
		}
		if (text.isBlank()) {
			throw illegal(expression, "is blank", "pass a value, or use 'condition' to run without the lock");
		}
		return text;
	}

	private @Nullable String text(@Nullable Object value, LockExpression expression) {
		if (value == null) {
			return null;
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		String flaw = this.flaws.computeIfAbsent(value.getClass(), (type) -> flaw(value));
		if (!flaw.equals(TEXT)) {
			throw illegal(expression, "is a %s, %s".formatted(value.getClass().getName(), flaw),
					"name a property of it, such as #order.id");
		}
		return value.toString();
	}

	private static String flaw(Object value) {
		for (Class<?> current = value.getClass(); current != null; current = current.getSuperclass()) {
			if (ZONED.contains(current.getName())) {
				return "whose text depends on the time zone of the node";
			}
		}
		return hasOwnText(value) ? TEXT : "which has no toString() of its own";
	}

	/**
	 * Return whether the text is not that of {@link Object#toString()}. Asks the value
	 * rather than its class, which a native image may not know the methods of.
	 */
	private static boolean hasOwnText(Object value) {
		return !value.toString().equals(value.getClass().getName() + "@" + Integer.toHexString(value.hashCode()));
	}

	private static IllegalLockKeyException illegal(LockExpression expression, String reason, String remedy) {
		return new IllegalLockKeyException(expression.toString(),
				"The key %s %s; the method was not called: %s".formatted(expression, reason, remedy), null);
	}

}

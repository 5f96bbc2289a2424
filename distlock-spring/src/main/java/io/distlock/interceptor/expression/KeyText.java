// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

import io.distlock.IllegalLockKeyException;
import io.distlock.interceptor.result.DeferredTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ObjectUtils;

/**
 * Turns what a key expression gave into text that is the same on every node: never by a
 * locale, a time zone or an identity hash.
 *
 * @since 0.1.0
 */
public final class KeyText {

	private final StableText stable = new StableText();

	/**
	 * Return whether a value stands for several keys. An array of bytes or characters is
	 * one key.
	 */
	static boolean isPlural(@Nullable Object value) {
		return value != null && ((value.getClass().isArray() && !(value instanceof byte[] || value instanceof char[]))
				|| (value instanceof Iterable && !(value instanceof Path)));
	}

	List<String> ofElements(Object value, LockExpression expression) {
		List<String> texts = new ArrayList<>();
		for (Object element : (value instanceof Iterable<?> elements) ? elements
				: Arrays.asList(ObjectUtils.toObjectArray(value))) {
			if (isPlural(element)) {
				throw illegal(expression, "has a collection as an element", "flatten it");
			}
			texts.add(of(element, expression));
		}
		if (texts.isEmpty()) {
			throw illegal(expression, "is an empty collection", "name at least one key, or use 'condition'");
		}
		return texts;
	}

	String of(@Nullable Object value, LockExpression expression) {
		String text = (value instanceof String string) ? string : text(ObjectUtils.unwrapOptional(value), expression);
		if (text == null || text.isBlank()) {
			throw illegal(expression, (text != null) ? "is blank" : "is null",
					"pass a value, or use 'condition' to run without the lock");
		}
		return text;
	}

	private @Nullable String text(@Nullable Object value, LockExpression expression) {
		if (value == null) {
			return null;
		}
		if (value instanceof Long || value instanceof Integer || value instanceof UUID) {
			return value.toString();
		}
		if (value instanceof byte[] bytes) {
			return HexFormat.of().formatHex(bytes);
		}
		if (value instanceof char[] characters) {
			return new String(characters);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		if (value instanceof InetAddress address) {
			return address.getHostAddress();
		}
		if (DeferredTypes.isDeferred(value.getClass())) {
			throw illegal(expression, "is a %s, which has no value yet".formatted(value.getClass().getName()),
					"pass the value itself");
		}
		String flaw = this.stable.flaw(value);
		if (flaw != null) {
			throw illegal(expression, flaw, "name a property of it, such as #order.id");
		}
		return value.toString();
	}

	private static IllegalLockKeyException illegal(LockExpression expression, String reason, String remedy) {
		return new IllegalLockKeyException(expression.toString(),
				"The key %s %s; the method was not called: %s".formatted(expression, reason, remedy), null);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeyTextTests {

	private static final String METHOD = KeyTextTests.class.getName() + ".locked(Object)";

	private final Method method = Objects
		.requireNonNull(ReflectionUtils.findMethod(KeyTextTests.class, "locked", Object.class));

	private final LockKeys keys = new LockKeys("value", LockRequest.of("value"), new LockExpression(
			new SpelExpressionParser().parseRaw("#value"), Map.of("value", 0), new StandardEvaluationContext()), null);

	@ParameterizedTest
	@ValueSource(strings = { "a$", "a.", "@", "a/", "[", "a.b@c " })
	void longTextIsAKeyOfEachKindOfValue(String part) {
		String text = part.repeat((LockKey.MAX_BYTES - 100) / part.length()) + "!";
		for (Object value : new Object[] { text, new StringBuilder(text), text.toCharArray(), new Customer(text),
				new CustomerNumber(text), new Customer(new CustomerNumber(text)), Optional.of(new CustomerNumber(text)),
				Map.of("id", new CustomerNumber(text)), List.of(new CustomerNumber(text)),
				new Object[] { new CustomerNumber(text) }, new Customer(List.of(new CustomerNumber(text))) }) {
			assertThat(resolve(value).keys()).as(value.getClass().getName())
				.singleElement()
				.asString()
				.contains(text)
				.hasSizeLessThan(text.length() + 100);
		}
	}

	@Test
	void tooLongTextIsRefusedForEachKindOfValue() {
		String text = "a$".repeat(LockKey.MAX_BYTES);
		for (Object value : new Object[] { new StringBuilder(text), text.toCharArray(), new Customer(text),
				new CustomerNumber(text), Optional.of(new CustomerNumber(text)), Map.of("id", new CustomerNumber(text)),
				List.of(new CustomerNumber(text)) }) {
			assertRefused(value, "has a text of 131", "digest");
		}
	}

	@Test
	void valueThatHoldsItselfIsRefused() {
		Map<String, Object> map = new HashMap<>();
		map.put("self", map);
		assertRefused(map, "more than 16 levels", "#order.id");
		assertRefused(new Customer(map), "more than 16 levels", "#order.id");
		assertRefused(new Customer(Map.of("pair", Map.of("pair", map))), "more than 16 levels", "#order.id");
		assertRefused(new Endless(), "too deep", "#order.id");
		assertRefused(List.of(new Endless()), "too deep", "#order.id");
		assertRefused(new Customer(new Endless()), "too deep", "#order.id");
	}

	@Test
	void deeplyNestedValueIsRefused() {
		Object maps = "a";
		Object records = "a";
		for (int i = 0; i < 20_000; i++) {
			maps = Map.of("a", maps);
			records = new Customer(records);
		}
		assertRefused(maps, "too deep", "#order.id");
		assertRefused(records, "too deep", "#order.id");
		assertRefused(List.of(maps), "too deep", "#order.id");
	}

	@Test
	void optionalInAnOptionalIsRefused() {
		assertRefused(Optional.of(Optional.of("a")), "is an Optional in an Optional", "unwrap");
		assertRefused(List.of(Optional.of(Optional.of("a"))), "is an Optional in an Optional", "unwrap");
		assertThat(resolve(Optional.of("a")).keys()).containsExactly("value:a");
	}

	@Test
	void valueWhoseTextCannotBeHadIsRefused() {
		assertRefused(new CustomerNumber(null), "is null", "condition");
		assertRefused(List.of(new CustomerNumber(null)), "is null", "condition");
		assertRefused(new Customer(new CustomerNumber(null)), "without a text", "#order.id");
		assertRefused(Map.of("id", new CustomerNumber(null)), "without a text", "#order.id");
		IllegalStateException cause = new IllegalStateException("detached\nFORGED");
		for (Object value : new Object[] { new Detached(cause), List.of(new Detached(cause)),
				new Customer(new Detached(cause)), new Object[] { new Detached(cause) }, (Iterable<Object>) () -> {
					throw cause;
				} }) {
			assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> resolve(value))
				.withMessage("The key #value of " + METHOD
						+ " could not be evaluated; the method was not called: detached\\nFORGED")
				.withCause(cause);
		}
	}

	@Test
	void refusalNamesTheMethod() {
		assertRefused(null, "is null", "condition");
		assertRefused(List.of(" "), "is blank", "condition");
		assertRefused(List.of(), "is an empty collection", "condition");
		assertRefused(new Object(), "no toString() of its own", "#order.id");
	}

	private void assertRefused(@Nullable Object value, String reason, String remedy) {
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> resolve(value))
			.withMessageContaining("The key #value of " + METHOD)
			.withMessageContaining(reason)
			.withMessageContaining("was not called")
			.withMessageContaining(remedy)
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(500));
	}

	private LockRequest resolve(@Nullable Object value) {
		return Objects.requireNonNull(this.keys.resolve(
				new LockExpressionRoot(new Object[] { value }, this.method, this, KeyTextTests.class, null, null)));
	}

	void locked(Object value) {
	}

	record Customer(@Nullable Object id) {

	}

	/**
	 * A class with a text that is its value alone.
	 */
	private static final class CustomerNumber {

		private final @Nullable String number;

		CustomerNumber(@Nullable String number) {
			this.number = number;
		}

		@Override
		public @Nullable String toString() {
			return (this.number != null) ? "CustomerNumber(number=" + this.number + ")" : null;
		}

	}

	/**
	 * As an entity that cannot be loaded any more.
	 */
	private record Detached(RuntimeException failure) {

		@Override
		public String toString() {
			throw this.failure;
		}

	}

	/**
	 * As two entities that refer to each other.
	 */
	private static final class Endless {

		@Override
		public String toString() {
			return "Endless(" + List.of(this) + ")";
		}

	}

}

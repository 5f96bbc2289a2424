// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any value is a key or is refused, at random, and the same in each run unless
 * {@code distlock.test.seed} is set.
 */
class RandomKeyTextTests {

	private static final int CASES = 3000;

	private static final String[] PARTS = { "a", "b", "A", "7", ":", "%", "@", "$", ".", "/", "[", "#{#id}", "${x}",
			"\n", "\r", "\u001b[31m", "\u202e", "\u05d0", "\u2028", "\ud83d\ude00", "\ud83d", "\u0000", "_@cafe",
			"java.lang.Object@1f", "x".repeat(300), "~permits", ", ", "=", "]", "{" };

	private final Random random = new Random(Long.getLong("distlock.test.seed", 1));

	private final Method method = Objects
		.requireNonNull(ReflectionUtils.findMethod(RandomKeyTextTests.class, "locked", Object.class));

	private final LockKeys keys = new LockKeys("value", LockRequest.of("value"), new LockExpression(
			new SpelExpressionParser().parseRaw("#value"), Map.of("value", 0), new StandardEvaluationContext()), null);

	@Test
	void anyValueIsAKeyOrRefused() {
		int accepted = 0;
		for (int i = 0; i < CASES; i++) {
			Object value = value(0);
			try {
				assertThat(resolve(value)).isNotEmpty()
					.allMatch((key) -> key.startsWith("value:") && key.length() > "value:".length());
				accepted++;
			}
			catch (IllegalLockKeyException ex) {
				assertThat(ex.getMessage()).hasSizeLessThan(1000)
					.doesNotContainPattern("[\\p{Cc}\\p{Cf}\\u2028\\u2029]");
			}
		}
		assertThat(accepted).isBetween(CASES / 10, CASES * 9 / 10);
	}

	@Test
	void distinctValuesOfASimpleTypeAreDistinctKeys() {
		for (Supplier<Object> type : List.<Supplier<Object>>of(this::text, this.random::nextLong, this.random::nextInt,
				this.random::nextDouble, () -> new UUID(0, this.random.nextLong()),
				() -> StandardCharsets.ISO_8859_1.encode(text()).array(), () -> text().toCharArray(),
				() -> new StringBuilder(text()), () -> new Customer(text()),
				() -> Locale.Category.values()[this.random.nextInt(2)])) {
			Map<String, Object> values = new HashMap<>();
			for (int i = 0; i < CASES / 10; i++) {
				Object value = type.get();
				for (String key : accepted(value)) {
					Object other = values.putIfAbsent(key, value);
					assertThat(other == null || Objects.deepEquals(comparable(other), comparable(value))).as(key)
						.isTrue();
				}
			}
		}
	}

	@Test
	void valuesOfACollectionAreItsKeysInTheirOrder() {
		for (int i = 0; i < CASES / 10; i++) {
			List<String> texts = IntStream.rangeClosed(0, this.random.nextInt(5)).mapToObj((n) -> n + text()).toList();
			List<String> accepted = texts.stream().flatMap((text) -> accepted(text).stream()).distinct().toList();
			if (accepted.size() == texts.size()) {
				assertThat(resolve(texts)).containsExactlyInAnyOrderElementsOf(accepted);
				assertThat(resolve(texts.toArray())).containsExactlyInAnyOrderElementsOf(accepted);
			}
		}
	}

	private List<String> accepted(Object value) {
		try {
			return resolve(value);
		}
		catch (IllegalLockKeyException ex) {
			return List.of();
		}
	}

	private static Object comparable(Object value) {
		return (value instanceof StringBuilder) ? value.toString() : value;
	}

	private String text() {
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(4); i >= 0; i--) {
			text.append(PARTS[this.random.nextInt(PARTS.length)]);
		}
		return text.toString();
	}

	private @Nullable Object value(int depth) {
		if (depth == 20) {
			return text();
		}
		return switch (this.random.nextInt(24)) {
			case 0 -> null;
			case 1 -> this.random.nextLong();
			case 2 -> new byte[this.random.nextInt(9)];
			case 3 -> text().toCharArray();
			case 4 -> new Object();
			case 5 -> Thread.State.NEW;
			case 6 -> " ".repeat(this.random.nextInt(3));
			case 7 -> "x".repeat(LockKey.MAX_BYTES - 100 + this.random.nextInt(200));
			case 8 -> new Hostile(text());
			case 9 -> new Hostile(null);
			case 10 -> new Broken(text(), this.random.nextInt());
			case 11 -> new BrokenRecord(text());
			case 12 -> new int[this.random.nextInt(3)];
			case 13 -> new TreeSet<>(List.of(text(), text() + "!"));
			case 14 -> Optional.ofNullable(value(depth + 1));
			case 15, 16 -> values(depth);
			case 17 -> values(depth).toArray();
			case 18, 19 -> map(depth);
			case 20, 21 -> new Customer(value(depth + 1));
			case 22 -> (Iterable<Object>) () -> new BrokenIterator(text());
			default -> text();
		};
	}

	private List<@Nullable Object> values(int depth) {
		List<@Nullable Object> values = new ArrayList<>();
		for (int i = this.random.nextInt(4); i > 0; i--) {
			values.add(value(depth + 1));
		}
		return values;
	}

	private Map<Object, @Nullable Object> map(int depth) {
		Map<Object, @Nullable Object> map = new LinkedHashMap<>();
		for (int i = this.random.nextInt(3); i > 0; i--) {
			map.put(text(), value(depth + 1));
		}
		return map;
	}

	private List<String> resolve(@Nullable Object value) {
		return Objects
			.requireNonNull(this.keys.resolve(new LockExpressionRoot(new Object[] { value }, this.method, this,
					RandomKeyTextTests.class, null, null)))
			.keys();
	}

	void locked(Object value) {
	}

	record Customer(@Nullable Object id) {

	}

	/**
	 * As an entity that was detached.
	 */
	record BrokenRecord(String text) {

		@Override
		public String text() {
			throw new IllegalStateException(this.text);
		}

	}

	/**
	 * A class with any text, also with none.
	 */
	private static final class Hostile {

		private final @Nullable String text;

		Hostile(@Nullable String text) {
			this.text = text;
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	private static final class Broken {

		private final String text;

		private final int choice;

		Broken(String text, int choice) {
			this.text = text;
			this.choice = choice;
		}

		@Override
		public boolean equals(Object other) {
			throw new IllegalStateException(this.text);
		}

		@Override
		public int hashCode() {
			throw new IllegalStateException(this.text);
		}

		@Override
		public String toString() {
			if (this.choice % 2 == 0) {
				throw new IllegalStateException(this.text);
			}
			return "Broken " + this.text;
		}

	}

	private record BrokenIterator(String text) implements Iterator<Object> {

		@Override
		public boolean hasNext() {
			return true;
		}

		@Override
		public Object next() {
			throw new IllegalStateException(this.text);
		}

	}

}

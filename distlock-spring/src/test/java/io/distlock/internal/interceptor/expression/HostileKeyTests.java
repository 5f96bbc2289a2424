// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.annotation.IllegalLockConditionException;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.monitor.LockLostEvent;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A key that comes from outside neither begins a line of a log, nor steers a terminal,
 * nor fills a disk, whichever text has it.
 */
class HostileKeyTests {

	private static final String HOSTILE = "k\nFORGED\r\u001b[31m\u2028FORGED\u202e\u0085\u0007" + "x".repeat(5000);

	private static final Pattern RAW = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202e]");

	private static final int MAX_LENGTH = 1000;

	private static final String ENCODED_KEYS = "io.distlock.line";

	/**
	 * Components that hold a text from outside, of records that have a key.
	 */
	private static final Set<String> FROM_OUTSIDE = Set.of("key", "keys", "holder", "thread");

	@ParameterizedTest
	@MethodSource("recordsWithKeys")
	void textOfARecordIsShortAndOnOneLine(Class<?> type) throws Exception {
		RecordComponent[] components = type.getRecordComponents();
		Constructor<?> constructor = type.getDeclaredConstructor(
				Arrays.stream(components).map(RecordComponent::getType).<Class<?>>toArray(Class[]::new));
		constructor.setAccessible(true);
		Object record = constructor.newInstance(Arrays.stream(components).map(HostileKeyTests::value).toArray());
		assertClean(record.toString());
		assertThat(record.toString()).startsWith(type.getSimpleName() + "[")
			.contains(Arrays.stream(components)
				.map(RecordComponent::getName)
				.filter(FROM_OUTSIDE::contains)
				.map((name) -> name + "=")
				.toList());
	}

	@Test
	void recordsAreFound() throws IOException {
		assertThat(recordsWithKeys()).<Class<?>>extracting((type) -> type)
			.contains(LockLostEvent.class, LockForceReleasedEvent.class)
			.anyMatch(LockSnapshot.class::isAssignableFrom);
	}

	@Test
	void textOfAStoredLockIsShortAndOnOneLine() {
		String text = StoredLock.of(HOSTILE, HOSTILE, 1, Duration.ofSeconds(1), false).toString();
		assertClean(text);
		assertThat(text).startsWith("StoredLock[key=k").contains("holder=k");
	}

	@Test
	void textOfARequestIsShortAndOnOneLine() {
		String text = LockRequest.of(HOSTILE).toString();
		assertClean(text);
		assertThat(text).startsWith("LockRequest[keys=[k");
	}

	@ParameterizedTest
	@ValueSource(strings = { "T(Long).parseLong(#value)", "T(java.time.LocalDate).parse(#value)",
			"new java.math.BigDecimal(#value)", "T(java.util.UUID).fromString(#value)", "T(Integer).valueOf(#value)",
			"T(java.time.Duration).parse(#value)", "T(java.util.Map).of().get(#value).length()", "#value.missing",
			"{#value, ''}" })
	void messageOfAFailedExpressionIsShortAndOnOneLine(String text) {
		LockKeys key = new LockKeys("orders", LockRequest.of("orders"), expression(text), null);
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> key.resolve(call()))
			.satisfies((ex) -> assertClean(ex.getMessage()))
			.withMessageContaining("locked(String)");
		LockKeys condition = new LockKeys("orders", LockRequest.of("orders"), null, expression(text));
		assertThatExceptionOfType(IllegalLockConditionException.class).isThrownBy(() -> condition.resolve(call()))
			.satisfies((ex) -> assertClean(ex.getMessage()))
			.withMessageContaining("locked(String)");
	}

	private static void assertClean(@Nullable String text) {
		assertThat(text).isNotNull().hasSizeLessThan(MAX_LENGTH).doesNotContainPattern(RAW);
	}

	private static LockExpression expression(String text) {
		return new LockExpression(new SpelExpressionParser().parseRaw(text), Map.of("value", 0),
				new StandardEvaluationContext());
	}

	private LockExpressionRoot call() {
		Method method = Objects
			.requireNonNull(ReflectionUtils.findMethod(HostileKeyTests.class, "locked", String.class));
		return new LockExpressionRoot(new Object[] { HOSTILE }, method, this, HostileKeyTests.class, null, null);
	}

	void locked(String value) {
	}

	private static Stream<Class<?>> recordsWithKeys() throws IOException {
		MetadataReaderFactory reader = new SimpleMetadataReaderFactory();
		return Arrays
			.stream(new PathMatchingResourcePatternResolver().getResources("classpath*:io/distlock/**/*.class"))
			.filter((resource) -> !resource.toString().contains("test-classes"))
			.map((resource) -> {
				try {
					return reader.getMetadataReader(resource).getClassMetadata();
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
			})
			.filter((metadata) -> Record.class.getName().equals(metadata.getSuperClassName()))
			.<Class<?>>map((metadata) -> ClassUtils.resolveClassName(metadata.getClassName(), null))
			.filter((type) -> !type.getPackageName().equals(ENCODED_KEYS))
			.filter((type) -> isSeenByApplications(type) && Arrays.stream(type.getRecordComponents())
				.anyMatch((component) -> component.getName().matches("keys?")
						&& (component.getType() == String.class || component.getType() == List.class)));
	}

	private static boolean isSeenByApplications(Class<?> type) {
		return Stream.concat(Stream.of(type), Arrays.stream(type.getInterfaces()))
			.anyMatch((seen) -> seen.getName().startsWith("io.distlock") && Modifier.isPublic(seen.getModifiers()));
	}

	private static @Nullable Object value(RecordComponent component) {
		Class<?> type = component.getType();
		boolean fromOutside = FROM_OUTSIDE.contains(component.getName());
		if (type == String.class) {
			return fromOutside ? HOSTILE : "text";
		}
		if (type == List.class) {
			return fromOutside ? List.of(HOSTILE, HOSTILE) : List.of();
		}
		if (type == LockLostException.class) {
			return new LockLostException(HOSTILE, 1, "lost");
		}
		if (type == Duration.class) {
			return Duration.ofSeconds(1);
		}
		if (type.isEnum()) {
			return type.getEnumConstants()[0];
		}
		return type.isPrimitive() ? primitive(type) : null;
	}

	private static Object primitive(Class<?> type) {
		if (type == boolean.class) {
			return false;
		}
		return (type == long.class) ? (Object) 1L : (Object) 1;
	}

}

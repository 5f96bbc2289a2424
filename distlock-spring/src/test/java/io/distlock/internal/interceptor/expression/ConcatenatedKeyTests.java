// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockRequest;
import io.distlock.annotation.DistributedLock;
import io.distlock.internal.annotation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Keys that are made of several values.
 */
class ConcatenatedKeyTests {

	/**
	 * More often than an expression is evaluated before it is compiled.
	 */
	private static final int MANY = 500;

	private final Method method = Objects
		.requireNonNull(ReflectionUtils.findMethod(ConcatenatedKeyTests.class, "locked", Object.class));

	@ParameterizedTest
	@ValueSource(strings = { "'a-' + #value", "#value + '-a'", "'a-' + #value + '-b'", "'a-' + ('b-' + #value)",
			"{'a', 'b-' + #value}", "{#value}.!['a-' + #this]", "true ? 'a-' + #value : 'none'",
			"('a-' + #value) ?: 'none'", "'a-'.concat(#value)", "'a-' + #root.args[0]" })
	void missingPartIsRefused(String key) {
		LockKeys keys = keys(key);
		for (int i = 0; i < MANY; i++) {
			assertThat(resolve(keys, "x").keys()).allSatisfy((each) -> assertThat(each).startsWith("name:"));
		}
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> resolve(keys, null))
			.withMessageContaining("ConcatenatedKeyTests.locked(Object)")
			.withMessageContaining("not called")
			.withMessageContaining("null");
	}

	@Test
	void messageNamesThePart() {
		assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> resolve(keys("'a-' + #value + '-b'"), null))
			.withMessageContaining("#value in it is null")
			.withMessageContaining("use 'condition'");
		assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> resolve(keys("'a-' + #value"), Optional.empty()))
			.withMessageContaining("#value in it is null");
	}

	@Test
	void presentPartsAreJoined() {
		assertThat(resolve(keys("'a-' + #value + ':' + 7"), "x").keys()).containsExactly("name:a-x:7");
		assertThat(resolve(keys("#value + 1"), 41L).keys()).containsExactly("name:42");
		assertThat(resolve(keys("#value.!['a-' + #this]"), List.of("x", "y")).keys()).containsExactly("name:a-x",
				"name:a-y");
		assertThat(resolve(keys("'a-' + (#value ?: 'none')"), null).keys()).containsExactly("name:a-none");
		assertThatExceptionOfType(IllegalLockKeyException.class)
			.isThrownBy(() -> resolve(keys("#value.!['a-' + #this]"), Collections.singletonList(null)));
	}

	void locked(Object value) {
	}

	private LockKeys keys(String key) {
		LockExpression expression = new LockExpressionParser(new DefaultListableBeanFactory()).parseKey(
				AnnotationAttribute.plain(DistributedLock.class, this.method, "key", key),
				MethodParameters.of(this.method, this.method));
		return new LockKeys("name", LockRequest.of("name"), expression, null);
	}

	private LockRequest resolve(LockKeys keys, @Nullable Object value) {
		LockRequest request = keys
			.resolve(new LockExpressionRoot(new Object[] { value }, this.method, this, getClass(), null, null));
		return Objects.requireNonNull(request);
	}

}

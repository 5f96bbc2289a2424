// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Random;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any text of a key is an expression or is refused, at random, and the same in each run
 * unless {@code distlock.test.seed} is set.
 */
class RandomExpressionTests {

	private static final String[] PARTS = { "#id", "#root", "#", "{", "}", "${", "'", "''", "\"", "(", ")", "[0]", "[",
			"]", "+", " + ':' + ", ".", "?.", "?:", "?", ":", "T(", "T(Long)", "new ", "!", "!{", "$[", "^[", "'a'",
			"a", "1", "-", "1.5e", "%s", "{0}", "{id}", "[id]", "#{#id}", "@bean", "&", "=", "==", "concat('a')", "\\",
			"\n", "\u0000", "\ud83d", "instanceof", "matches", "99999999999999999999", "null" };

	private final Random random = new Random(Long.getLong("distlock.test.seed", 1));

	private final Method method = Objects
		.requireNonNull(ReflectionUtils.findMethod(RandomExpressionTests.class, "locked", String.class));

	private final MethodParameters parameters = MethodParameters.of(this.method, this.method);

	private final LockExpressionParser parser = new LockExpressionParser(new DefaultListableBeanFactory());

	@Test
	void anyTextIsAnExpressionOrRefused() {
		int expressions = 0;
		for (int i = 0; i < 8000; i++) {
			String text = text();
			try {
				LockExpression expression = this.parser.parseKey(
						AnnotationAttribute.plain(DistributedLock.class, this.method, "key", text), this.parameters);
				assertThat(expression).isNotNull().hasToString(text);
				assertThat(expression.leadingTexts())
					.allSatisfy((leading) -> assertThat(leading.attributes()).isNotEmpty());
				expressions++;
			}
			catch (InvalidLockAnnotationException ex) {
				assertThat(ex).hasMessageContaining("key");
			}
		}
		assertThat(expressions).isPositive();
	}

	@Test
	void anyTextIsATemplateOrNone() {
		int templates = 0;
		for (int i = 0; i < 8000; i++) {
			String text = text();
			@Nullable KeyTemplate template = KeyTemplate.find(text, this.parameters);
			if (template != null) {
				templates++;
				assertThat(template.before() + template.hole() + template.after()).isEqualTo(text);
				assertThat(template.attributes(this.parameters)).satisfiesAnyOf((none) -> assertThat(none).isNull(),
						(some) -> assertThat(some).contains("key = \"#"));
			}
		}
		assertThat(templates).isPositive();
	}

	private String text() {
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(7); i >= 0; i--) {
			text.append(PARTS[this.random.nextInt(PARTS.length)]);
		}
		return text.toString();
	}

	void locked(String id) {
	}

}

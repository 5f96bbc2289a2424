// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.annotation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.junit.jupiter.api.Test;

import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any text is a duration within the bounds or is refused, at random, and the same in each
 * run unless {@code distlock.test.seed} is set.
 */
class RandomDurationTests {

	private static final String[] PARTS = { "10", "0", "s", "ms", "m", "h", "d", "ns", "PT", "P", "T", "S", "-", "+",
			"99999999999999999999", "9223372036854775807", ".", " ", "\u0661", "e9", "\n", "H", "M", "D" };

	private final Random random = new Random(Long.getLong("distlock.test.seed", 1));

	private final Method method = Objects
		.requireNonNull(ReflectionUtils.findMethod(RandomDurationTests.class, "locked"));

	@Test
	void anyTextIsADurationOrRefused() {
		int durations = 0;
		for (int i = 0; i < 5000; i++) {
			AnnotationAttribute attribute = AnnotationAttribute.plain(DistributedLock.class, this.method, "waitTime",
					text());
			try {
				Duration duration = attribute.duration(Duration.ZERO);
				durations++;
				assertThat(duration == null || !duration.isNegative() && duration.toNanos() >= 0).isTrue();
			}
			catch (InvalidLockAnnotationException ex) {
				assertThat(ex).hasMessageContaining("waitTime");
			}
		}
		assertThat(durations).isPositive();
	}

	private String text() {
		StringBuilder text = new StringBuilder();
		for (int i = this.random.nextInt(5); i >= 0; i--) {
			text.append(PARTS[this.random.nextInt(PARTS.length)]);
		}
		return text.toString();
	}

	void locked() {
	}

}

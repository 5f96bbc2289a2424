// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LeaderOnly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Attributes of annotations that are made of those of the library.
 */
class ComposedAnnotationTests {

	@ParameterizedTest
	@ValueSource(classes = { OnMethod.class, OnClass.class, OfLimit.class, OfOther.class, WithoutValue.class,
			Mirrored.class })
	void attributeThatWouldBeIgnoredIsRefused(Class<?> bean) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> TestLocks.context(bean).close())
			.withRootCauseInstanceOf(InvalidLockAnnotationException.class)
			.withStackTraceContaining("it overrides nothing in @DistributedLock, so it would be ignored")
			.withStackTraceContaining("Write @AliasFor(annotation = DistributedLock.class) on the attribute of @");
	}

	@Test
	void attributeThatWouldBeIgnoredOfARoleIsRefused() {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> TestLocks.context(OfRole.class).close())
			.withRootCauseInstanceOf(InvalidLockAnnotationException.class)
			.withStackTraceContaining("it overrides nothing in @LeaderOnly, so it would be ignored")
			.withStackTraceContaining("Write @AliasFor(annotation = LeaderOnly.class) on the attribute of @OldRole");
	}

	@Test
	void aliasesAndAttributesOfTheApplicationAreAllowed() {
		TestLocks.context(Allowed.class).close();
	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "order")
	@interface OldLock {

		@AliasFor(annotation = DistributedLock.class)
		String key();

		long waitTime() default 1;

	}

	@Retention(RetentionPolicy.RUNTIME)
	@ClusterConcurrencyLimit(name = "order", permits = 1)
	@interface OldLimit {

		String waitTime() default "1s";

	}

	@Retention(RetentionPolicy.RUNTIME)
	@LeaderOnly("order")
	@interface OldRole {

		boolean fenced();

	}

	@Retention(RetentionPolicy.RUNTIME)
	@OldLock(key = "#id")
	@interface OtherLock {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock
	@interface MirroredLock {

		@AliasFor("name")
		String value() default "";

		@AliasFor("value")
		String name() default "";

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock
	@interface NewLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String value();

		@AliasFor(annotation = DistributedLock.class, attribute = "name")
		String prefix() default "order";

		@AliasFor(annotation = DistributedLock.class)
		String waitTime() default "1s";

		String message() default "busy";

	}

	static class OnMethod {

		@OldLock(key = "#id", waitTime = 3)
		void work(String id) {
		}

	}

	@OldLock(key = "#id")
	public static class OnClass {

		public void work(String id) {
		}

	}

	static class OfLimit {

		@OldLimit(waitTime = "3s")
		void work() {
		}

	}

	static class OfRole {

		@OldRole(fenced = true)
		void work() {
		}

	}

	static class OfOther {

		@OtherLock
		void work(String id) {
		}

	}

	static class WithoutValue {

		@OldLimit
		void work() {
		}

	}

	static class Mirrored {

		@MirroredLock("order")
		void work() {
		}

	}

	static class Allowed {

		@NewLock("#id")
		void work(String id) {
		}

		@DistributedLock(name = "left", key = "#id")
		@DistributedLock(name = "right", key = "#id")
		void both(String id) {
		}

	}

}

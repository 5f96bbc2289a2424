// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link SkipExtension}: what was skipped stays so, and what fails still fails.
 */
class SkipExtensionTests {

	@ParameterizedTest
	@ValueSource(classes = { AbortedInSetUp.class, AbortedForTheClass.class, AbortedWhenLoaded.class,
			AbortedDeepInside.class })
	void skipIsNoErrorThoughTidyingUpFallsOver(Class<?> tests) {
		TestRun run = TestRun.of(List.of(tests));
		assertThat(run.failures()).isEmpty();
		assertThat(run.skips()).containsExactly("not on this machine");
	}

	@ParameterizedTest
	@ValueSource(classes = { FailsTidyingUp.class, FailsTidyingUpForTheClass.class })
	void tidyingUpAfterATestThatRanMayStillFail(Class<?> tests) {
		TestRun run = TestRun.of(List.of(tests));
		assertThat(run.skips()).isEmpty();
		assertThat(run.failures()).singleElement().asString().endsWith("an error of the test");
	}

	static class AbortedInSetUp {

		@BeforeEach
		void open() {
			throw new TestAbortedException("not on this machine");
		}

		@AfterEach
		void close() {
			throw new NullPointerException("never opened");
		}

		@Test
		void runs() {
		}

	}

	static class AbortedForTheClass {

		@BeforeAll
		static void open() {
			throw new TestAbortedException("not on this machine");
		}

		@AfterAll
		static void close() {
			throw new NullPointerException("never opened");
		}

		@Test
		void runs() {
		}

	}

	static class AbortedWhenLoaded {

		static final Object SERVER = absent();

		private static Object absent() {
			throw new TestAbortedException("not on this machine");
		}

		@Test
		void runs() {
		}

	}

	static class AbortedDeepInside {

		@Test
		void startsAnApplication() {
			throw new IllegalStateException(new TestAbortedException("not on this machine"));
		}

		@AfterEach
		void close() {
			throw new NullPointerException("never opened");
		}

	}

	static class FailsTidyingUp {

		@Test
		void runs() {
		}

		@AfterEach
		void close() {
			throw new NullPointerException("an error of the test");
		}

	}

	static class FailsTidyingUpForTheClass {

		@Test
		void runs() {
		}

		@AfterAll
		static void close() {
			throw new NullPointerException("an error of the test");
		}

	}

}

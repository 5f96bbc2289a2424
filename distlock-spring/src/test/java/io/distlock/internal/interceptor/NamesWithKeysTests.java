// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A name and a key are one text in the store, so the key of one method must not be the
 * rest of the name of another.
 */
class NamesWithKeysTests {

	@Test
	void nameOfAnotherWithAColonIsRefusedInAnyOrder() {
		assertRefused(Reports.class, Closing.class);
		assertRefused(Closing.class, Reports.class);
	}

	@Test
	void permitsOfAnotherAreRefused() {
		assertRefused(Limited.class, LimitedClosing.class);
	}

	@Test
	void namesThatNeverMeetAreAllowed() {
		TestLocks.context(Reports.class, Others.class, LimitedClosing.class).close();
	}

	private static void assertRefused(Class<?>... beans) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> TestLocks.context(beans))
			.withRootCauseInstanceOf(InvalidLockAnnotationException.class)
			.withStackTraceContaining("with 'close' as the key of the name 'report'")
			.withStackTraceContaining("one(String)")
			.withStackTraceContaining("close()")
			.withStackTraceContaining("write name = \"report\" on both");
	}

	static class Reports {

		@DistributedLock(name = "report", key = "#id")
		void one(String id) {
		}

	}

	static class Closing {

		@DistributedLock(name = "report:close")
		void close() {
		}

	}

	static class Limited {

		@ClusterConcurrencyLimit(name = "report", key = "#id", permits = 2)
		void one(String id) {
		}

	}

	static class LimitedClosing {

		@ClusterConcurrencyLimit(name = "report:close", permits = 2)
		void close() {
		}

	}

	static class Others {

		@DistributedLock(name = "report:all", key = "#id")
		void all(String id) {
		}

		@DistributedLock(name = "reports:close")
		void reports() {
		}

		@DistributedLock(name = "report:")
		void blank() {
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.jdbc.internal.sql.QueueSql;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The thread that listens, and ends when it has nothing to do.
 */
class PostgresWakeUpsTests {

	private static final int ROUNDS = 5_000;

	/**
	 * The thread may run before the one that has started it goes on.
	 */
	@Test
	void threadThatIsStartedForALookDoesNotEndBeforeIt() throws Exception {
		for (int round = 0; round < ROUNDS; round++) {
			Refusing source = new Refusing();
			PostgresWakeUps wakeUps = new PostgresWakeUps(source, new QueueSql.Pass("DISTLOCK_LOCK", "", "", ""));
			try {
				wakeUps.woken("app:key", 1);
				assertThat(source.asked.await(1, TimeUnit.MINUTES)).as("round %d", round).isTrue();
			}
			finally {
				wakeUps.close();
			}
		}
	}

	/**
	 * Such as one of memory that was short for a moment.
	 */
	@Test
	void errorIsNotTheEndOfListening() throws Exception {
		CountDownLatch asked = new CountDownLatch(2);
		PostgresWakeUps wakeUps = new PostgresWakeUps(() -> {
			asked.countDown();
			throw new OutOfMemoryError("of the test");
		}, new QueueSql.Pass("DISTLOCK_LOCK", "", "", ""));
		try {
			wakeUps.add("app:key", () -> {
			});
			assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
		}
		finally {
			wakeUps.close();
		}
	}

	private static final class Refusing implements PostgresWakeUps.Source {

		private final CountDownLatch asked = new CountDownLatch(1);

		@Override
		public Connection open() throws SQLException {
			this.asked.countDown();
			throw new SQLException("refused");
		}

	}

}

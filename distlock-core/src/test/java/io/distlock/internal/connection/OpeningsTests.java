// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.connection;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OpeningsTests {

	private static final Duration AT_ONCE = Duration.ofMillis(1);

	private static final Duration LONG = Duration.ofSeconds(30);

	private final AtomicInteger begun = new AtomicInteger();

	private final Semaphore hanging = new Semaphore(0);

	private final Queue<Integer> closed = new ConcurrentLinkedQueue<>();

	private volatile boolean hangs = true;

	private final Openings<Integer> openings = new Openings<>("openings-test-", this::connect, this.closed::add);

	@AfterEach
	void end() {
		this.hanging.release(1_000);
	}

	private int connect() {
		int number = this.begun.incrementAndGet();
		if (this.hangs) {
			this.hanging.acquireUninterruptibly();
		}
		return number;
	}

	/**
	 * A server that fell silent hangs up those who had begun to connect, and may answer
	 * the next one.
	 */
	@Test
	void openingThatHangsKeepsNoLaterOneFromItsConnection() throws Exception {
		assertHangs();
		Awaitility.await().until(() -> this.hanging.getQueueLength() == 1);
		this.hangs = false;
		assertThat(this.openings.open(LONG)).isEqualTo(2);
		this.hanging.release();
		Awaitility.await().untilAsserted(() -> assertThat(this.closed).containsExactly(1));
	}

	/**
	 * As where a pool that waits without end is used up.
	 */
	@Test
	void openingsThatHangBlockOnlySoManyThreads() throws Exception {
		for (int i = 0; i < 2 * Openings.MAX_CONCURRENT; i++) {
			assertHangs();
		}
		assertThat(this.hanging.getQueueLength()).isLessThanOrEqualTo(Openings.MAX_CONCURRENT);
		assertThat(this.closed).isEmpty();
		this.hangs = false;
		this.hanging.release(2 * Openings.MAX_CONCURRENT);
		assertThat(this.openings.open(LONG)).isPositive();
	}

	private void assertHangs() {
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> this.openings.open(AT_ONCE));
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.local.LocalLockProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Waiters that are virtual threads do not keep their carriers: with one thread of the
 * platform for each waiter this would not fit, and with pinned carriers it would not end.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
@Tag("timing")
class VirtualThreadTests {

	private static final int WAITERS = 10_000;

	@Test
	void tenThousandVirtualThreadsWaitForOneKey() throws Exception {
		LeaseSettings settings = LeaseSettings.of("virtual", "test")
			.withWaitTime(Duration.ofMinutes(5))
			.withHandOff(32, Duration.ofMillis(100));
		try (LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(), settings, (event) -> {
		})) {
			LockTemplate template = new LockTemplate(engine);
			CountDownLatch done = new CountDownLatch(WAITERS);
			AtomicInteger inside = new AtomicInteger();
			AtomicInteger overlaps = new AtomicInteger();
			Method startVirtualThread = Thread.class.getMethod("startVirtualThread", Runnable.class);
			Runnable waiter = () -> {
				template.executeWithoutResult(LockRequest.of("key"), (lock) -> {
					overlaps.addAndGet(inside.incrementAndGet() - 1);
					Thread.yield();
					inside.decrementAndGet();
				});
				done.countDown();
			};
			for (int i = 0; i < WAITERS; i++) {
				startVirtualThread.invoke(null, waiter);
			}
			assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
			assertThat(overlaps).hasValue(0);
		}
	}

}

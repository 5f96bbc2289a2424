// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many bytes a lock and its release allocate in this JVM. Compiled code allocates
 * less than interpreted code, and never more.
 */
class CycleAllocationTests {

	private static final int MAX_BYTES = 2250;

	private static final int ROUNDS = 10;

	private static final int CYCLES = 500;

	@Test
	void lockAndReleaseAllocateLittle() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long thread = Thread.currentThread().getId();
		LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(), LeaseSettings.of("bytes", "node"),
				(event) -> {
				});
		LockTemplate template = new LockTemplate(engine);
		long least = Long.MAX_VALUE;
		for (int round = 0; round < ROUNDS; round++) {
			long before = threads.getThreadAllocatedBytes(thread);
			for (int i = 0; i < CYCLES; i++) {
				template.executeWithoutResult(LockRequest.of("key"), (lock) -> {
				});
			}
			least = Math.min(least, (threads.getThreadAllocatedBytes(thread) - before) / CYCLES);
		}
		engine.close();
		assertThat(least).as("bytes a cycle").isPositive().isLessThanOrEqualTo(MAX_BYTES);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;

/**
 * An application that blocks where it should not: in the common pool, and in what follows
 * the grant of an asynchronous lock.
 */
final class FullPools {

	private static final int CONTINUATIONS = 4;

	private final LockTemplate template;

	private final Chores chores;

	FullPools(LockTemplate template, Chores chores) {
		this.template = template;
		this.chores = chores;
	}

	/**
	 * Fill the pools, which takes no time itself. A lock that is granted before its
	 * continuation is there is held by the thread that asked for it, so that each has a
	 * thread of its own.
	 * @param time for how long, from each grant on
	 * @param keys the begin of the keys
	 */
	void fill(Duration time, String keys) {
		ForkJoinPool pool = ForkJoinPool.commonPool();
		for (int number = 0; number < 2 * pool.getParallelism(); number++) {
			Runnable end = this.chores.begin("task in the common pool");
			pool.execute(() -> {
				sleep(time);
				end.run();
			});
		}
		for (int number = 0; number < CONTINUATIONS; number++) {
			String key = keys + number;
			this.chores.run("continuation of " + key, () -> continueSlowly(key, time));
		}
	}

	private void continueSlowly(String key, Duration time) {
		Runnable end = this.chores.begin("continuation of " + key);
		this.template.acquireAsync(LockRequest.of(key).waitTime(time))
			.thenAccept((lock) -> hold(lock, time))
			.whenComplete((nothing, failure) -> end.run());
	}

	private static void hold(HeldLock lock, Duration time) {
		try (lock) {
			sleep(time);
		}
	}

	private static void sleep(Duration time) {
		try {
			Thread.sleep(time.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}

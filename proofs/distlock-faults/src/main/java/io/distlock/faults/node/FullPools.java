/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

	FullPools(LockTemplate template) {
		this.template = template;
	}

	void fill(Duration time, String keys) {
		for (int number = 0; number < CONTINUATIONS; number++) {
			LockRequest request = LockRequest.of(keys + number).waitTime(time);
			this.template.acquireAsync(request).thenAccept((lock) -> hold(lock, time));
		}
		ForkJoinPool pool = ForkJoinPool.commonPool();
		for (int number = 0; number < 2 * pool.getParallelism(); number++) {
			pool.execute(() -> sleep(time));
		}
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

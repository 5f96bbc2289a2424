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

package io.distlock.contract.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import org.awaitility.Awaitility;

/**
 * Waits for what processes do.
 */
final class Patience {

	private static final Duration LONGEST = Duration.ofMinutes(3);

	private Patience() {
	}

	static void await(BooleanSupplier condition) {
		Awaitility.await().atMost(LONGEST).pollInterval(Duration.ofMillis(10)).until(condition::getAsBoolean);
	}

	/**
	 * Let a time pass.
	 */
	static void pause(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		await(() -> System.nanoTime() - end >= 0);
	}

}

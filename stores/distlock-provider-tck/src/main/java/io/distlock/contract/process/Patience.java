// SPDX-License-Identifier: Apache-2.0

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

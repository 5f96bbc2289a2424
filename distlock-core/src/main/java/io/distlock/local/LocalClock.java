// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * Clock of the in-process store: the clock of this process plus an offset.
 */
final class LocalClock implements InstantSource {

	private final Supplier<Duration> ahead;

	LocalClock(Supplier<Duration> ahead) {
		this.ahead = ahead;
	}

	/**
	 * Return the current time for leases, in nanoseconds.
	 */
	long nanoTime() {
		return System.nanoTime() + this.ahead.get().toNanos();
	}

	@Override
	public Instant instant() {
		return Instant.now().plus(this.ahead.get());
	}

}

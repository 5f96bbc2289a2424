// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * The clock of the in-process store: that of this process, or ahead of it.
 */
final class LocalClock implements InstantSource {

	private final Supplier<Duration> ahead;

	LocalClock(Supplier<Duration> ahead) {
		this.ahead = ahead;
	}

	/**
	 * Return a time in nanoseconds that leases are counted by.
	 */
	long nanoTime() {
		return System.nanoTime() + this.ahead.get().toNanos();
	}

	@Override
	public Instant instant() {
		return Instant.now().plus(this.ahead.get());
	}

}

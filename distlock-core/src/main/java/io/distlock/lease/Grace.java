// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Grace period that a request whose wait is over gives to an idle leader. A leader that
 * was woken asks the store at once, or half a second after it failed, so one that has not
 * begun after twice that time has no thread, or is dead. While it asks, and while it has
 * to wait before it may, it is not to blame.
 */
final class Grace {

	private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Ticker ticker;

	private @Nullable Ticket leader;

	private long end;

	Grace(Ticker ticker) {
		this.ticker = ticker;
	}

	/**
	 * Return how much more time a leader has.
	 * @return nanoseconds, not positive if it has done nothing for too long
	 */
	long left(Ticket leader) {
		long early = Math.max(0, this.ticker.left(leader.notBefore()));
		if (leader != this.leader || leader.asking || early > 0) {
			this.leader = leader;
			this.end = this.ticker.now() + early + NANOS;
		}
		return this.ticker.left(this.end);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.time.Duration;
import java.util.function.DoubleSupplier;

import io.distlock.jdbc.internal.sql.QueueState;

/**
 * Poll times of nodes without notifications. All waiters together poll as often as a
 * single waiter would. No waiter polls before the lock has been held for its usual time;
 * afterwards the waiters poll in turn at random times, with increasing intervals. A
 * waiter polls at the latest after the maximum interval, which is doubled in a long queue
 * that advances, so that polls of other nodes are visible.
 * <p>
 * The row may be wrong about the queue: then a node polls too often or too rarely within
 * these limits.
 *
 * @since 0.1.0
 */
public final class PollSchedule {

	// The longest time from one attempt to the next of all nodes together, when the lock
	// is about to be free.
	private static final long FIRST = Duration.ofMillis(4).toNanos() / 1000;

	private static final int LONG_LINE = 4;

	private static final long MIN_PAUSE_MICROS = 1000;

	private final DoubleSupplier random;

	private final long longest;

	private long lastToken;

	// Used by one thread at a time, with numbers from zero to less than one.
	public PollSchedule(Duration longest, DoubleSupplier random) {
		this.longest = longest.toNanos() / 1000;
		this.random = random;
	}

	// Returns how long to wait until the next attempt.
	public Duration next(QueueState line) {
		long early = Math.max(0, line.usually() - Math.max(0, line.heldSince()));
		long late = Math.max(0, line.heldSince() - line.usually());
		double share = Math.max(1, line.waiting()) * (double) Math.max(FIRST, late / 2);
		long wait = (long) Math.min(early + spread(line) * share, bound(line));
		return Duration.ofNanos(Math.max(MIN_PAUSE_MICROS, wait) * 1000);
	}

	// Of a long line, the first few ask as often as if the times were spread evenly, and
	// the others less often.
	private double spread(QueueState line) {
		double even = this.random.getAsDouble();
		return (line.waiting() >= LONG_LINE) ? even / (1 - even) : even;
	}

	private long bound(QueueState line) {
		boolean moves = this.lastToken != 0 && line.token() != this.lastToken;
		this.lastToken = line.token();
		return (moves && line.waiting() >= LONG_LINE) ? 2 * this.longest : this.longest;
	}

}

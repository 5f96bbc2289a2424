// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.time.Duration;
import java.util.function.DoubleSupplier;

import io.distlock.jdbc.internal.sql.QueueState;

/**
 * Poll times of nodes without notifications: all waiters share the attempts that one of
 * them would make. None polls before the lock has been held for as long as it usually is;
 * then they poll one after another, at random, the less often the longer that takes. A
 * waiter that has not polled for the longest allowed time does so. Where a long queue
 * moves, so that others are seen to poll, twice that time is allowed.
 * <p>
 * The row may be wrong about the queue: then a node polls too often or too seldom within
 * these bounds.
 *
 * @since 0.1.0
 */
public final class PollSchedule {

	// The longest time from one attempt to the next of all nodes together, when the lock
	// is about to be free.
	private static final long FIRST = Duration.ofMillis(4).toNanos() / 1000;

	private static final int LONG_LINE = 4;

	private static final long LEAST = 1000;

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
		return Duration.ofNanos(Math.max(LEAST, wait) * 1000);
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

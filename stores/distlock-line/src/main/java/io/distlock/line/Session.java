// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session of the store, which places of this process share. It ends with all of them
 * when the process does not keep it alive. Time is counted from before the request that
 * the servers have agreed to was sent, and a percent of it is left out of account for
 * clocks.
 *
 * @since 0.1.0
 */
public final class Session {

	private final long epoch = System.nanoTime();

	private final String id;

	private final Duration timeToLive;

	/**
	 * Time of the request that last kept the lease alive, counted from the epoch.
	 */
	private final AtomicLong agreedAt;

	private volatile boolean over;

	/**
	 * Create a session.
	 * @param id what the store calls it
	 * @param timeToLive as the servers have granted it
	 * @param sentAt when the request for it was sent, by {@link System#nanoTime()}
	 */
	Session(String id, Duration timeToLive, long sentAt) {
		this.id = id;
		this.timeToLive = timeToLive;
		this.agreedAt = new AtomicLong(sentAt - this.epoch);
	}

	/**
	 * Return what the store calls this session.
	 * @return its id
	 */
	public String id() {
		return this.id;
	}

	Duration timeToLive() {
		return this.timeToLive;
	}

	void keptAlive(long sentAt) {
		this.agreedAt.accumulateAndGet(sentAt - this.epoch, Math::max);
	}

	/**
	 * Return for how long, counted from now, the lease surely lives.
	 */
	Duration trustLeft() {
		Duration trust = this.timeToLive.minus(this.timeToLive.dividedBy(100));
		Duration left = trust.minusNanos(System.nanoTime() - this.epoch - this.agreedAt.get());
		return (this.over || left.isNegative()) ? Duration.ZERO : left;
	}

	void end() {
		this.over = true;
	}

	boolean isOver() {
		return this.over;
	}

}

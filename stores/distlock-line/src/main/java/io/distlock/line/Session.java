// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Session of the store, shared by queue entries of this process. The session ends with
 * its entries unless the process keeps it alive. Its duration counts from before the
 * confirmed request was sent, less one percent for clock drift.
 *
 * @since 0.1.0
 */
public final class Session {

	private final long epoch = System.nanoTime();

	private final String id;

	private final Duration timeToLive;

	/**
	 * Time of the last confirmed request to keep the session alive, counted from the
	 * epoch.
	 */
	private final AtomicLong agreedAt;

	private volatile boolean over;

	/**
	 * Create a session.
	 * @param id the identifier in the store
	 * @param timeToLive the duration granted by the servers
	 * @param sentAt time of the request by {@link System#nanoTime()}
	 */
	Session(String id, Duration timeToLive, long sentAt) {
		this.id = id;
		this.timeToLive = timeToLive;
		this.agreedAt = new AtomicLong(sentAt - this.epoch);
	}

	/**
	 * Return the identifier of this session in the store.
	 * @return the identifier
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
	 * Return the time for which the session is guaranteed to be alive, counted from now.
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

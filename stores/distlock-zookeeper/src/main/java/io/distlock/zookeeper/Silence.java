// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long a server has not responded on the connection of now. A connection is given up
 * at most once, and the next one has all of its time, whatever was asked before it: after
 * a loss the client needs up to two seconds to connect anew, says until then that it is
 * connected, and takes requests for the next connection.
 */
final class Silence {

	private static final long NOT_CONNECTED = Long.MIN_VALUE;

	/**
	 * When the server was last heard of on this connection.
	 */
	private final AtomicLong since;

	Silence(long now) {
		this.since = new AtomicLong(now);
	}

	void connected(long now) {
		this.since.set(now);
	}

	void disconnected() {
		this.since.set(NOT_CONNECTED);
	}

	void heard(long now) {
		this.since.updateAndGet((before) -> (before != NOT_CONNECTED) ? now : before);
	}

	/**
	 * Give the connection up if its server has not responded for too long.
	 * @param limit how long a server may take
	 * @param now the time of now
	 * @param giveUp closes the connection
	 * @return how long the server may still take
	 */
	Duration limit(Duration limit, long now, Runnable giveUp) {
		long since = this.since.get();
		if (since == NOT_CONNECTED) {
			return limit;
		}
		Duration left = limit.minusNanos(now - since);
		if (left.compareTo(Duration.ZERO) > 0) {
			return left;
		}
		if (this.since.compareAndSet(since, NOT_CONNECTED)) {
			giveUp.run();
		}
		return limit;
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time without a response on the current connection. A connection is closed at most once,
 * and the next connection has the full time limit, regardless of earlier requests: after
 * a loss, the client needs up to two seconds to reconnect, still reports itself as
 * connected, and accepts requests for the next connection.
 */
final class Silence {

	private static final long NOT_CONNECTED = Long.MIN_VALUE;

	/**
	 * Time of the server's last response on this connection.
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
	 * Close the connection if its server has not responded in time.
	 * @param limit the maximum response time of a server
	 * @param now the current time
	 * @param giveUp closes the connection
	 * @return the remaining response time of the server
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

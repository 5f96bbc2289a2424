// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.redis.transport.RedisErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Back-off after a failure of a server: longer each time, until it is well. The first one
 * is logged.
 */
final class Pause {

	private static final Logger logger = LoggerFactory.getLogger(Pause.class);

	private static final long SHORTEST_MILLIS = 500;

	private static final long LONGEST_MILLIS = 2000;

	private static final long FORBIDDEN_MILLIS = Duration.ofMinutes(10).toMillis();

	private static final String RIGHTS = "The server's user needs the rights &distlock:* +subscribe +unsubscribe +publish, and for "
			+ "a Redis Cluster +ssubscribe +sunsubscribe +spublish. ";

	private long since = System.nanoTime();

	private long millis;

	private boolean warned;

	boolean isOn() {
		return System.nanoTime() - this.since < TimeUnit.MILLISECONDS.toNanos(this.millis);
	}

	void begin() {
		this.since = System.nanoTime();
		this.millis = Math.min(LONGEST_MILLIS, Math.max(SHORTEST_MILLIS, 2 * this.millis));
	}

	/**
	 * Begin because of a failure: a long one for rights that are missing, which do not
	 * come by themselves.
	 */
	void begin(Throwable cause) {
		begin();
		boolean refused = RedisErrors.isRefused(cause);
		this.millis = refused ? FORBIDDEN_MILLIS : this.millis;
		report(refused ? RIGHTS : "", cause);
	}

	void report(String remedy, Throwable cause) {
		if (!this.warned) {
			this.warned = true;
			logger.warn("Not listening for released locks in Redis at present; waiting nodes poll. {}({})", remedy,
					cause.getMessage());
		}
	}

	void end() {
		this.millis = 0;
		this.warned = false;
	}

	/**
	 * Warn of nothing more.
	 */
	void close() {
		this.warned = true;
	}

}

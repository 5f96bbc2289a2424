// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.redis.transport.RedisErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Back-off after failures of the server: longer each time, until it is well. The first
 * failure to listen is logged.
 */
final class Backoff {

	private static final Logger logger = LoggerFactory.getLogger(Backoff.class);

	private static final long SHORTEST_MILLIS = 500;

	private static final long LONGEST_MILLIS = 2000;

	private static final long REFUSED_MILLIS = Duration.ofMinutes(10).toMillis();

	private static final String RIGHTS = "The server's user needs the rights &distlock:* +subscribe +unsubscribe +publish. ";

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

	// Begin because messages cannot be heard: for long where rights are missing, which do
	// not come by themselves.
	void begin(Throwable cause) {
		begin();
		boolean refused = RedisErrors.isRefused(cause);
		this.millis = refused ? REFUSED_MILLIS : this.millis;
		if (!this.warned) {
			this.warned = true;
			logger.warn("Not listening for released locks in Redis at present; waiting nodes poll. {}({})",
					refused ? RIGHTS : "", cause.getMessage());
		}
	}

	void end() {
		this.millis = 0;
		this.warned = false;
	}

}

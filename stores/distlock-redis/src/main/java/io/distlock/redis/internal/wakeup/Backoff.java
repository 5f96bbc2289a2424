// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.wakeup;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.redis.internal.transport.RedisErrors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Increasing back-off after failures of the server, until it responds. The first failure
 * to listen is logged, and a later one with another remedy.
 */
final class Backoff {

	private static final Logger logger = LoggerFactory.getLogger(Backoff.class);

	private static final long SHORTEST_MILLIS = 500;

	private static final long MAX_DELAY_MILLIS = 2000;

	private static final long REFUSED_MILLIS = Duration.ofMinutes(10).toMillis();

	private static final String RIGHTS = "The server's user needs the rights &distlock:* +subscribe +unsubscribe +publish. ";

	private static final String STATIC = "Lettuce offers no notifications for static replicas: to be woken at once, "
			+ "give the locks a connection factory that leads to the primary alone, annotated with @DistlockRedisClient. ";

	private long since = System.nanoTime();

	private long millis;

	// The remedy of the last warning, null since the server has responded.
	private @Nullable String warned;

	boolean isOn() {
		return System.nanoTime() - this.since < TimeUnit.MILLISECONDS.toNanos(this.millis);
	}

	// Begin because messages are not heard, or not any more: for long where rights are
	// missing, which do not come by themselves.
	void begin(Throwable cause, boolean heard) {
		boolean refused = RedisErrors.isUnsupported(cause) || RedisErrors.isRefused(cause);
		this.since = System.nanoTime();
		this.millis = refused ? REFUSED_MILLIS : Math.min(MAX_DELAY_MILLIS, Math.max(SHORTEST_MILLIS, 2 * this.millis));
		String remedy = remedy(cause);
		if ((refused || !heard) && isNews(remedy)) {
			this.warned = remedy;
			logger.warn("Not listening for released locks in Redis at present; waiting nodes poll. {}({})", remedy,
					RedisErrors.describe(cause));
		}
	}

	// A connection that is lost before it is heard may not say why; the next one does.
	private boolean isNews(String remedy) {
		return this.warned == null || !remedy.isEmpty() && !remedy.equals(this.warned);
	}

	private static String remedy(Throwable cause) {
		if (RedisErrors.isUnsupported(cause)) {
			return STATIC;
		}
		if (RedisErrors.isLoginRejected(cause)) {
			return RedisErrors.LOGIN_REJECTED + " ";
		}
		return RedisErrors.isRefused(cause) ? RIGHTS : "";
	}

	void end() {
		this.millis = 0;
		this.warned = null;
	}

}

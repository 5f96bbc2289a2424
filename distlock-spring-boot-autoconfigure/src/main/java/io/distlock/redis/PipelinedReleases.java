package io.distlock.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases that nobody waits for. One that fails is logged and repeated for a while;
 * after that the lease frees the lock.
 */
final class PipelinedReleases implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(PipelinedReleases.class);

	private static final long FIRST_RETRY_MILLIS = 50;

	private static final long LAST_RETRY_MILLIS = 2000;

	private static final long GIVE_UP_NANOS = Duration.ofSeconds(30).toNanos();

	private final RedisTransport transport;

	private volatile boolean closed;

	PipelinedReleases(RedisTransport transport) {
		this.transport = transport;
	}

	void send(ScriptCall release) {
		send(release, System.nanoTime(), FIRST_RETRY_MILLIS);
	}

	@Override
	public void close() {
		this.closed = true;
	}

	private void send(ScriptCall release, long since, long retryMillis) {
		this.transport.send(release).whenComplete((reply, failure) -> {
			if (failure != null) {
				failed(release, since, retryMillis, failure);
			}
			else if (reply.number(0) == 0 && retryMillis == FIRST_RETRY_MILLIS) {
				logger.debug("Nothing was left to {}", release.purpose());
			}
		});
	}

	private void failed(ScriptCall release, long since, long retryMillis, Throwable failure) {
		if (retryMillis == FIRST_RETRY_MILLIS) {
			logger.warn("Could not {} yet; it is repeated in the background, and at the latest the lease ends: {}",
					release.purpose(), failure.toString());
		}
		if (!this.closed && System.nanoTime() - since < GIVE_UP_NANOS) {
			CompletableFuture.delayedExecutor(retryMillis, TimeUnit.MILLISECONDS)
				.execute(() -> send(release, since, Math.min(2 * retryMillis, LAST_RETRY_MILLIS)));
		}
	}

}

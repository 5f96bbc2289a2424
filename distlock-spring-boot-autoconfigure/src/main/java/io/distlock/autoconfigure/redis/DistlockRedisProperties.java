package io.distlock.autoconfigure.redis;

import java.time.Duration;

import io.distlock.redis.RedisLockSettings.Release;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What applications may set about locks in Redis.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.redis")
public class DistlockRedisProperties {

	/**
	 * The client whose connections are used. If both are there, "auto" takes Spring Data
	 * Redis, unless that runs on Redisson itself.
	 */
	private Client client = Client.AUTO;

	/**
	 * Whether a release waits for the answer of the server. If it does not, a loss that
	 * nobody noticed before is not noticed at the release either.
	 */
	private Release release = Release.SYNC;

	/**
	 * How long a waiting node goes without asking the server whether the lock is free, at
	 * most.
	 */
	private Duration maxPollInterval = Duration.ofSeconds(3);

	/**
	 * How long the last fencing token of a lock that nobody uses any more is kept. After
	 * that the server's clock keeps tokens rising.
	 */
	private Duration tokenRetention = Duration.ofDays(1);

	public Client getClient() {
		return this.client;
	}

	public void setClient(Client client) {
		this.client = client;
	}

	public Release getRelease() {
		return this.release;
	}

	public void setRelease(Release release) {
		this.release = release;
	}

	public Duration getMaxPollInterval() {
		return this.maxPollInterval;
	}

	public void setMaxPollInterval(Duration maxPollInterval) {
		this.maxPollInterval = maxPollInterval;
	}

	public Duration getTokenRetention() {
		return this.tokenRetention;
	}

	public void setTokenRetention(Duration tokenRetention) {
		this.tokenRetention = tokenRetention;
	}

	/**
	 * A client of Redis.
	 */
	public enum Client {

		/**
		 * The one that the application has.
		 */
		AUTO,

		/**
		 * The {@code RedisConnectionFactory} of Spring Data Redis, on Lettuce or Jedis.
		 */
		SPRING_DATA_REDIS,

		/**
		 * The {@code RedissonClient} of Redisson.
		 */
		REDISSON

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.redis.check.EvictionCheck;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for locks in Redis.
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
	 * Longest time that a waiting node does not poll the server for the lock.
	 */
	private Duration maxPollInterval = Duration.ofSeconds(3);

	/**
	 * How long the last fencing token of a lock that is no longer used is kept. After
	 * that the server's clock keeps tokens rising.
	 */
	private Duration tokenRetention = Duration.ofDays(1);

	/**
	 * Whether waiting nodes get a lock in the order in which they have come. A lock that
	 * was released is kept for a moment for the node that is woken.
	 */
	private boolean fair = true;

	/**
	 * What happens at start where the server may evict locks to make room for other keys.
	 */
	private EvictionCheck evictionCheck = EvictionCheck.FAIL;

	private final Replicas replicas = new Replicas();

	private final Redlock redlock = new Redlock();

	public Client getClient() {
		return this.client;
	}

	public void setClient(Client client) {
		this.client = client;
	}

	public Duration getMaxPollInterval() {
		return this.maxPollInterval;
	}

	public void setMaxPollInterval(Duration maxPollInterval) {
		this.maxPollInterval = maxPollInterval;
	}

	public boolean isFair() {
		return this.fair;
	}

	public void setFair(boolean fair) {
		this.fair = fair;
	}

	public Duration getTokenRetention() {
		return this.tokenRetention;
	}

	public void setTokenRetention(Duration tokenRetention) {
		this.tokenRetention = tokenRetention;
	}

	public EvictionCheck getEvictionCheck() {
		return this.evictionCheck;
	}

	public void setEvictionCheck(EvictionCheck evictionCheck) {
		this.evictionCheck = evictionCheck;
	}

	public Replicas getReplicas() {
		return this.replicas;
	}

	public Redlock getRedlock() {
		return this.redlock;
	}

	/**
	 * Servers that must have a grant or a renewal before it counts.
	 */
	public static class Replicas {

		/**
		 * Number of replicas that must have a grant or a renewal before it counts.
		 */
		private int ack;

		/**
		 * How long to wait for the replicas.
		 */
		private Duration timeout = Duration.ofSeconds(1);

		/**
		 * Whether a grant or a renewal must be on the disk of the master, and of as many
		 * replicas as are waited for. Needs Redis 7.2, and Lettuce or Jedis.
		 */
		private boolean durable;

		public int getAck() {
			return this.ack;
		}

		public void setAck(int ack) {
			this.ack = ack;
		}

		public Duration getTimeout() {
			return this.timeout;
		}

		public void setTimeout(Duration timeout) {
			this.timeout = timeout;
		}

		public boolean isDurable() {
			return this.durable;
		}

		public void setDurable(boolean durable) {
			this.durable = durable;
		}

	}

	/**
	 * Independent masters, of which a majority decides.
	 */
	public static class Redlock {

		/**
		 * Independent Redis masters that keep the locks together, as
		 * "redis[s]://[[user]:password@]host[:port][/db]": 3, 5 or another odd number. If
		 * there are none, the locks are kept by the application's own client.
		 */
		private List<String> nodes = new ArrayList<>();

		/**
		 * Independent Redis masters, by the names of the LettuceConnectionFactory beans
		 * that lead to them, instead of their addresses.
		 */
		private List<String> factories = new ArrayList<>();

		/**
		 * How long one master may take to respond before it counts as unavailable.
		 */
		private Duration nodeTimeout = Duration.ofMillis(250);

		/**
		 * How long a master that has just started grants nothing, because it may have
		 * forgotten what it granted before: at least the longest lease. Zero turns that
		 * off.
		 */
		private Duration quarantine = Duration.ofMinutes(1);

		public List<String> getNodes() {
			return this.nodes;
		}

		public void setNodes(List<String> nodes) {
			this.nodes = nodes;
		}

		public List<String> getFactories() {
			return this.factories;
		}

		public void setFactories(List<String> factories) {
			this.factories = factories;
		}

		public Duration getNodeTimeout() {
			return this.nodeTimeout;
		}

		public void setNodeTimeout(Duration nodeTimeout) {
			this.nodeTimeout = nodeTimeout;
		}

		public Duration getQuarantine() {
			return this.quarantine;
		}

		public void setQuarantine(Duration quarantine) {
			this.quarantine = quarantine;
		}

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

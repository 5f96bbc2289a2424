// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.check;

import java.util.ArrayList;
import java.util.List;

import io.distlock.provider.LockStoreException;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.RedisVersion;
import io.distlock.redis.transport.ReplicaSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a server before locks are kept in it, by {@code INFO} alone, since
 * {@code CONFIG} is disabled on many.
 *
 * @since 0.1.0
 */
public final class RedisServerCheck {

	private static final Logger logger = LoggerFactory.getLogger(RedisServerCheck.class);

	private final RedisTransport transport;

	private final RedisServerInfo info;

	private final EvictionRule eviction;

	private final ReplicaSettings replicas;

	/**
	 * Create a check.
	 * @param transport the way to the server
	 * @param eviction what to do where locks may be evicted
	 * @param replicas who must have a grant
	 */
	public RedisServerCheck(RedisTransport transport, EvictionCheck eviction, ReplicaSettings replicas) {
		this.transport = transport;
		this.info = new RedisServerInfo(transport);
		this.eviction = new EvictionRule(eviction);
		this.replicas = replicas;
	}

	/**
	 * Check the server, and log a warning for everything that puts locks at risk. A
	 * server that does not respond now is not an error: it may be up when it is needed.
	 * @return the warnings
	 * @throws UnsafeRedisServerException if locks may be evicted and that is to fail, or
	 * if the server cannot do what the settings ask for
	 */
	public List<String> check() {
		client();
		List<String> warnings = new ArrayList<>();
		try {
			warnings.addAll(this.eviction.warnings("The Redis server", this.info));
			boolean appendOnly = this.info.isAppendOnly();
			durability(appendOnly);
			persistence(appendOnly, warnings);
			replication(this.info.connectedReplicas(), warnings);
		}
		catch (LockStoreException ex) {
			warnings.add("Could not inspect the Redis server that keeps the locks: " + ex.getMessage());
		}
		warnings.forEach(logger::warn);
		return warnings;
	}

	private void client() {
		if (this.replicas.durable() && !this.transport.knowsDisks()) {
			throw new UnsafeRedisServerException(
					"'distlock.redis.replicas.durable' is true, but Redisson does not report whether the master has "
							+ "written to its disk: set 'distlock.redis.client' to 'spring-data-redis', or 'durable' to false");
		}
	}

	private void durability(boolean appendOnly) {
		if (!this.replicas.durable()) {
			return;
		}
		if (!appendOnly) {
			throw new UnsafeRedisServerException(
					"'distlock.redis.replicas.durable' is true, but the Redis server does not "
							+ "write an append-only file: set 'appendonly yes' and 'appendfsync always' on the server");
		}
		String version = this.info.version();
		if (RedisVersion.of(version).isBefore(RedisVersion.WAITAOF)) {
			throw new UnsafeRedisServerException(
					("'distlock.redis.replicas.durable' is true, but the Redis server is version "
							+ "%s, and WAITAOF came with 7.2: upgrade the server, or set the property to false")
						.formatted(version));
		}
	}

	private void persistence(boolean appendOnly, List<String> warnings) {
		if (!appendOnly) {
			warnings.add(
					"The Redis server does not write an append-only file (appendonly is 'no'), so a restart loses held locks: another node can acquire them while the first is still working. Fencing tokens keep rising. Set 'appendonly yes' on the server");
		}
	}

	private void replication(int connected, List<String> warnings) {
		if (connected > 0 && this.replicas.ack() == 0) {
			warnings.add(
					("The Redis server has %d replica(s), but a lock counts as acquired once the master has it: after a failover to a lagging replica, another node can acquire the lock while the first is still working. Fencing tokens keep rising. Set 'distlock.redis.replicas.ack', usually to the number of replicas")
						.formatted(connected));
		}
		else if (connected < this.replicas.ack()) {
			warnings.add(
					("The Redis server has %d replica(s) connected, but 'distlock.redis.replicas.ack' asks for %d: no lock can be acquired until they are connected")
						.formatted(connected, this.replicas.ack()));
		}
	}

}

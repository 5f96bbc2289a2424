// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.distlock.provider.LockStoreException;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.settings.ReplicaSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks servers before they keep locks, by {@code INFO} only, because {@code CONFIG} is
 * often disabled. Risks for locks are logged as warnings and returned. A server that does
 * not respond is not an error, because it may be available when it is needed.
 *
 * @since 0.1.0
 */
public final class RedisServerCheck {

	private static final Logger logger = LoggerFactory.getLogger(RedisServerCheck.class);

	private static final String DURABLE = "'distlock.redis.replicas.durable' is true, but ";

	private final EvictionCheck eviction;

	/**
	 * Create a check.
	 * @param eviction the policy for a server that may evict locks
	 */
	public RedisServerCheck(EvictionCheck eviction) {
		this.eviction = eviction;
	}

	/**
	 * Check the server of the locks.
	 * @param transport the client of the server
	 * @param replicas the servers that must acknowledge a grant
	 * @return the warnings
	 * @throws UnsafeRedisServerException if locks may be evicted and the policy is to
	 * fail, or if the server does not support the settings
	 */
	public List<String> check(RedisTransport transport, ReplicaSettings replicas) {
		if (replicas.durable() && !transport.knowsDisks()) {
			throw new UnsafeRedisServerException(DURABLE + "Redisson does not report whether the master has "
					+ "written to its disk: set 'distlock.redis.client' to 'spring-data-redis', or 'durable' to false");
		}
		Finding found = inspect("The Redis server", "the Redis server that keeps the locks", transport,
				(info, warnings) -> {
					boolean appendOnly = info.isAppendOnly();
					if (replicas.durable()) {
						checkDurability(info, appendOnly);
					}
					if (!appendOnly) {
						warnings.add(
								"The Redis server does not write an append-only file (appendonly is 'no'), so a restart loses held locks: another node can acquire them while the first is still working. Fencing tokens keep rising. Set 'appendonly yes' on the server");
					}
					checkReplicas(info.connectedReplicas(), replicas, warnings);
					return "";
				});
		List<String> warnings = new ArrayList<>(transport.warnings());
		warnings.addAll(found.warnings());
		warnings.forEach(logger::warn);
		return warnings;
	}

	private static void checkDurability(RedisServerInfo info, boolean appendOnly) {
		if (!appendOnly) {
			throw new UnsafeRedisServerException(DURABLE
					+ "the Redis server does not write an append-only file: set 'appendonly yes' on the server. 'appendfsync always' is recommended: with 'everysec', each grant waits for up to a second");
		}
		String version = info.version();
		if (RedisServerInfo.isBefore(version, 7, 2)) {
			throw new UnsafeRedisServerException((DURABLE + "the Redis server is version "
					+ "%s, and WAITAOF came with 7.2: upgrade the server, or set the property to false")
				.formatted(version));
		}
	}

	private static void checkReplicas(int connected, ReplicaSettings wanted, List<String> warnings) {
		if (connected > 0 && wanted.ack() == 0) {
			warnings.add(
					("The Redis server has %d replica(s), but a lock counts as acquired once the master has it: after a failover to a lagging replica, another node can acquire the lock while the first is still working. Fencing tokens keep rising. Set 'distlock.redis.replicas.ack', usually to the number of replicas")
						.formatted(connected));
		}
		else if (connected < wanted.ack()) {
			warnings.add(
					("The Redis server has %d replica(s) connected, but 'distlock.redis.replicas.ack' asks for %d: no lock can be acquired until they are connected")
						.formatted(connected, wanted.ack()));
		}
	}

	/**
	 * Inspect a server.
	 * @param server the server, as the start of a warning
	 * @param title the server, as an object in a sentence
	 * @param transport the client of the server
	 * @param rules add warnings, and return the identity of the server
	 * @return the findings
	 * @throws UnsafeRedisServerException if locks may be evicted and the policy is to
	 * fail
	 */
	public Finding inspect(String server, String title, RedisTransport transport,
			BiFunction<RedisServerInfo, List<String>, String> rules) {
		RedisServerInfo info = new RedisServerInfo(transport::info);
		List<String> warnings = new ArrayList<>();
		try {
			checkEviction(server, info, warnings);
			return new Finding(rules.apply(info, warnings), warnings);
		}
		catch (LockStoreException ex) {
			warnings.add("Could not inspect %s: %s".formatted(title, ex.getMessage()));
			return new Finding("", warnings);
		}
	}

	private void checkEviction(String server, RedisServerInfo info, List<String> warnings) {
		if (this.eviction == EvictionCheck.OFF) {
			return;
		}
		Map<String, String> memory = info.section("memory");
		String policy = memory.getOrDefault("maxmemory_policy", "noeviction");
		if ("noeviction".equals(policy) || "0".equals(memory.getOrDefault("maxmemory", "0"))) {
			return;
		}
		String message = ("%s evicts keys when its memory is full (maxmemory-policy is '%s'), including held locks, so two nodes may hold the same lock. Set 'maxmemory-policy noeviction' on the server, or use a dedicated server for locks; 'distlock.redis.eviction-check' set to 'warn' or 'off' "
				+ "accepts the risk")
			.formatted(server, policy);
		if (this.eviction == EvictionCheck.FAIL) {
			throw new UnsafeRedisServerException(message);
		}
		warnings.add(message);
	}

	/**
	 * Result of an inspection.
	 *
	 * @param runId identity of the server, empty without a response
	 * @param warnings the warnings
	 */
	public record Finding(String runId, List<String> warnings) {

		public boolean hasAnswered() {
			return !this.runId.isEmpty();
		}

	}

}

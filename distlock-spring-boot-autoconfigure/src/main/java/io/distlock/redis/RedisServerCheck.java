package io.distlock.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a server before locks are kept in it, by {@code INFO} alone, since
 * {@code CONFIG} is disabled on many.
 *
 * @since 0.1.0
 */
public final class RedisServerCheck {

	private static final Logger logger = LoggerFactory.getLogger(RedisServerCheck.class);

	private static final int[] WAITAOF_SINCE = { 7, 2 };

	private final RedisTransport transport;

	private final EvictionCheck eviction;

	private final ReplicaSettings replicas;

	/**
	 * Create a check.
	 * @param transport the way to the server
	 * @param eviction what to do where locks may be evicted
	 * @param replicas who must have a grant
	 */
	public RedisServerCheck(RedisTransport transport, EvictionCheck eviction, ReplicaSettings replicas) {
		this.transport = transport;
		this.eviction = eviction;
		this.replicas = replicas;
	}

	/**
	 * Look at the server, and log a warning for everything that puts locks at risk. A
	 * server that does not answer now is not an error: it may be up when it is needed.
	 * @return the warnings
	 * @throws UnsafeRedisServerException if locks may be evicted and that is to fail, or
	 * if the server cannot do what the settings ask for
	 */
	public List<String> check() {
		List<String> warnings = new ArrayList<>();
		try {
			eviction(fields("memory"), warnings);
			Map<String, String> persistence = fields("persistence");
			durability(persistence);
			persistence(persistence, warnings);
			replication(fields("replication"), warnings);
		}
		catch (LockStoreException ex) {
			warnings.add("The Redis server that keeps the locks could not be looked at: " + ex.getMessage());
		}
		warnings.forEach(logger::warn);
		return warnings;
	}

	private void eviction(Map<String, String> memory, List<String> warnings) {
		String policy = memory.getOrDefault("maxmemory_policy", "noeviction");
		if (this.eviction == EvictionCheck.OFF || "noeviction".equals(policy)
				|| "0".equals(memory.getOrDefault("maxmemory", "0"))) {
			return;
		}
		String message = ("The Redis server evicts keys when its memory is full (maxmemory-policy is '%s'), and locks that "
				+ "are held with them, so that two nodes may hold one lock. Set 'maxmemory-policy noeviction' on the "
				+ "server, or keep locks in a server of their own; 'distlock.redis.eviction-check' set to 'warn' or 'off' "
				+ "accepts the risk")
			.formatted(policy);
		if (this.eviction == EvictionCheck.FAIL) {
			throw new UnsafeRedisServerException(message);
		}
		warnings.add(message);
	}

	private void durability(Map<String, String> persistence) {
		if (!this.replicas.durable()) {
			return;
		}
		if (!isAppendOnly(persistence)) {
			throw new UnsafeRedisServerException(
					"'distlock.redis.replicas.durable' is true, but the Redis server does not "
							+ "write an append-only file: set 'appendonly yes' and 'appendfsync always' on the server");
		}
		String version = fields("server").getOrDefault("redis_version", "0.0");
		if (isBefore(version, WAITAOF_SINCE)) {
			throw new UnsafeRedisServerException(
					("'distlock.redis.replicas.durable' is true, but the Redis server is version "
							+ "%s, and WAITAOF came with 7.2: upgrade the server, or set the property to false")
						.formatted(version));
		}
	}

	private void persistence(Map<String, String> persistence, List<String> warnings) {
		if (!isAppendOnly(persistence)) {
			warnings.add("The Redis server does not write an append-only file (appendonly is 'no'), so that a restart "
					+ "forgets locks that are held: another node gets them while the first still works. Fencing tokens "
					+ "go on rising. Set 'appendonly yes' on the server");
		}
	}

	private void replication(Map<String, String> replication, List<String> warnings) {
		int connected = number(replication.getOrDefault("connected_slaves", "0"));
		if (connected > 0 && this.replicas.ack() == 0) {
			warnings
				.add(("The Redis server has %d replica(s), but a lock counts as soon as the master has it: after a failover "
						+ "to a replica that lags, another node gets the lock while the first still works. Fencing tokens go "
						+ "on rising. Set 'distlock.redis.replicas.ack', usually to the number of replicas")
					.formatted(connected));
		}
		else if (connected < this.replicas.ack()) {
			warnings
				.add(("The Redis server has %d replica(s) connected, but 'distlock.redis.replicas.ack' asks for %d: no "
						+ "lock can be taken until they are there")
					.formatted(connected, this.replicas.ack()));
		}
	}

	private Map<String, String> fields(String section) {
		return this.transport.info(section)
			.lines()
			.map((line) -> line.strip().split(":", 2))
			.filter((field) -> field.length == 2)
			.collect(Collectors.toMap((field) -> field[0], (field) -> field[1], (first, second) -> first));
	}

	private static boolean isAppendOnly(Map<String, String> persistence) {
		return "1".equals(persistence.get("aof_enabled"));
	}

	private static boolean isBefore(String version, int[] least) {
		String[] parts = version.split("\\.");
		int major = number(parts[0]);
		int minor = (parts.length > 1) ? number(parts[1]) : 0;
		return major < least[0] || (major == least[0] && minor < least[1]);
	}

	private static int number(String text) {
		String digits = text.replaceAll("\\D.*", "");
		return digits.isEmpty() ? 0 : Integer.parseInt(digits);
	}

}

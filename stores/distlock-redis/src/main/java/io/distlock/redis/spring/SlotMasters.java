// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.distlock.provider.DaemonThreads;
import io.distlock.redis.transport.RedisReplies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * Which master has which slots, as a cluster said some time ago. It only says who is not
 * to wait for whom, so an answer that is out of date costs time and nothing else. The
 * cluster is asked with the first use, in the background: later, a server that is away
 * may be the one that is asked.
 */
final class SlotMasters {

	private static final Logger logger = LoggerFactory.getLogger(SlotMasters.class);

	private static final long FRESH_NANOS = Duration.ofSeconds(10).toNanos();

	private static final int UNKNOWN = 16;

	private final AtomicBoolean looking = new AtomicBoolean();

	private final Connections connections;

	private volatile List<RedisClusterNode> known = List.of();

	private volatile boolean asked;

	private volatile long since;

	SlotMasters(Connections connections) {
		this.connections = connections;
	}

	/**
	 * Ask the cluster in the background, unless it has been asked.
	 */
	void learn() {
		if (!this.asked && this.connections.isCluster()) {
			refresh();
		}
	}

	/**
	 * Return the master of a key, without waiting for a server.
	 * @param key the key
	 * @return the name of the master, the same for all keys that have one master; as long
	 * as that is not known, one of a few names
	 */
	String of(String key) {
		if (!this.connections.isCluster()) {
			return "";
		}
		if (!this.asked || System.nanoTime() - this.since > FRESH_NANOS) {
			refresh();
		}
		int slot = ClusterSlotHashUtil.calculateSlot(RedisReplies.bytes(key));
		return this.known.stream()
			.filter((node) -> node.isMaster() && node.servesSlot(slot))
			.findFirst()
			.map(RedisClusterNode::asString)
			.orElseGet(() -> "unknown-" + slot % UNKNOWN);
	}

	private void refresh() {
		if (this.looking.compareAndSet(false, true)) {
			this.asked = true;
			DaemonThreads.start("distlock-redis-masters", this::look);
		}
	}

	private void look() {
		try {
			RedisConnection connection = this.connections.open(() -> "ask for the topology");
			try {
				List<RedisClusterNode> found = new ArrayList<>();
				((RedisClusterConnection) connection).clusterGetNodes().forEach(found::add);
				this.known = found;
			}
			finally {
				Connections.close(connection);
			}
		}
		catch (RuntimeException ex) {
			logger.debug("The cluster does not say which master has which slots", ex);
		}
		finally {
			this.since = System.nanoTime();
			this.looking.set(false);
		}
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.check;

import java.util.List;
import java.util.Map;

/**
 * Refuses or reports a server that throws locks away when its memory is full.
 */
final class EvictionRule {

	private final EvictionCheck check;

	EvictionRule(EvictionCheck check) {
		this.check = check;
	}

	/**
	 * Return what is to be warned of.
	 * @param server which server it is, at the begin of the message
	 * @param info what it says of itself
	 * @throws UnsafeRedisServerException if the server may evict locks, and that is to
	 * fail
	 */
	List<String> warnings(String server, RedisServerInfo info) {
		if (this.check == EvictionCheck.OFF) {
			return List.of();
		}
		Map<String, String> memory = info.section("memory");
		String policy = memory.getOrDefault("maxmemory_policy", "noeviction");
		if ("noeviction".equals(policy) || "0".equals(memory.getOrDefault("maxmemory", "0"))) {
			return List.of();
		}
		String message = ("%s evicts keys when its memory is full (maxmemory-policy is '%s'), including held locks, so two nodes may hold the same lock. Set 'maxmemory-policy noeviction' on the server, or use a dedicated server for locks; 'distlock.redis.eviction-check' set to 'warn' or 'off' "
				+ "accepts the risk")
			.formatted(server, policy);
		if (this.check == EvictionCheck.FAIL) {
			throw new UnsafeRedisServerException(message);
		}
		return List.of(message);
	}

}

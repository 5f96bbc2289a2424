// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.check;

import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.redis.transport.RedisTransport;

/**
 * Reply of a server to {@code INFO}.
 */
final class RedisServerInfo {

	private final RedisTransport transport;

	RedisServerInfo(RedisTransport transport) {
		this.transport = transport;
	}

	Map<String, String> section(String name) {
		return this.transport.info(name)
			.lines()
			.map((line) -> line.strip().split(":", 2))
			.filter((field) -> field.length == 2)
			.collect(Collectors.toMap((field) -> field[0], (field) -> field[1], (first, second) -> first));
	}

	boolean isAppendOnly() {
		return "1".equals(section("persistence").get("aof_enabled"));
	}

	/**
	 * Return the version, such as 7.0.15.
	 */
	String version() {
		return section("server").getOrDefault("redis_version", "0.0");
	}

	int connectedReplicas() {
		return number(section("replication").getOrDefault("connected_slaves", "0"));
	}

	boolean isReplica() {
		return "slave".equals(section("replication").get("role"));
	}

	/**
	 * Return what the server calls itself from its start to its end.
	 */
	String runId() {
		return section("server").getOrDefault("run_id", "");
	}

	static int number(String text) {
		String digits = text.replaceAll("\\D.*", "");
		return digits.isEmpty() ? 0 : Integer.parseInt(digits);
	}

}

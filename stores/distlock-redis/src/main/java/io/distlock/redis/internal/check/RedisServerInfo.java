// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Properties reported by a server.
 *
 * @since 0.1.0
 */
public final class RedisServerInfo {

	private final UnaryOperator<String> sections;

	// Asks for the lines of a section of INFO each time.
	RedisServerInfo(UnaryOperator<String> sections) {
		this.sections = sections;
	}

	Map<String, String> section(String name) {
		return this.sections.apply(name)
			.lines()
			.map((line) -> line.strip().split(":", 2))
			.filter((field) -> field.length == 2)
			.collect(Collectors.toMap((field) -> field[0], (field) -> field[1], (first, second) -> first));
	}

	public boolean isAppendOnly() {
		return "1".equals(section("persistence").get("aof_enabled"));
	}

	public int connectedReplicas() {
		return number(section("replication").getOrDefault("connected_slaves", "0"));
	}

	public boolean isReplica() {
		return "slave".equals(section("replication").get("role"));
	}

	// What the server calls itself from its start to its end.
	public String runId() {
		return section("server").getOrDefault("run_id", "");
	}

	String version() {
		return section("server").getOrDefault("redis_version", "0.0");
	}

	static boolean isBefore(String version, int major, int minor) {
		String[] parts = version.split("\\.");
		int first = number(parts[0]);
		return first < major || first == major && ((parts.length > 1) ? number(parts[1]) : 0) < minor;
	}

	private static int number(String text) {
		String digits = text.replaceAll("\\D.*", "");
		return digits.isEmpty() ? 0 : Integer.parseInt(digits);
	}

}

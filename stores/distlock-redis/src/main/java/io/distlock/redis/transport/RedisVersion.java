// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

/**
 * The version of a server.
 *
 * @param major the first number
 * @param minor the second number
 */
public record RedisVersion(int major, int minor) {

	/**
	 * The first with {@code SPUBLISH} and {@code SSUBSCRIBE}.
	 */
	static final RedisVersion SHARDED_MESSAGES = new RedisVersion(7, 0);

	/**
	 * The first with {@code WAITAOF}.
	 */
	public static final RedisVersion WAITAOF = new RedisVersion(7, 2);

	private static final String FIELD = "redis_version:";

	public static RedisVersion of(String version) {
		String[] parts = version.split("\\.");
		return new RedisVersion(number(parts[0]), (parts.length > 1) ? number(parts[1]) : 0);
	}

	/**
	 * Find the version in what a server says of itself.
	 * @param info the answer to {@code INFO server}
	 * @return the version
	 */
	static RedisVersion ofInfo(String info) {
		return info.lines()
			.map(String::strip)
			.filter((line) -> line.startsWith(FIELD))
			.map((line) -> of(line.substring(FIELD.length())))
			.findFirst()
			.orElse(new RedisVersion(0, 0));
	}

	public boolean isBefore(RedisVersion other) {
		return this.major < other.major || (this.major == other.major && this.minor < other.minor);
	}

	private static int number(String text) {
		String digits = text.replaceAll("\\D.*", "");
		return digits.isEmpty() ? 0 : Integer.parseInt(digits);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;

/**
 * What a Redis server says that it has done so far: the time of its main thread, and how
 * often it ran each command, also on behalf of scripts.
 */
final class RedisUsage implements AutoCloseable {

	private static final String COMMAND = "cmdstat_";

	/**
	 * What this class itself asks.
	 */
	private static final String OWN = "info";

	private final RedisConsole console;

	RedisUsage(RedisServer server) {
		this.console = server.console();
	}

	/**
	 * Return the time of the main thread, in microseconds.
	 */
	double cpuMicros() {
		return lines("cpu").filter((line) -> line.contains("_main_thread:"))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
			.sum() * 1e6;
	}

	/**
	 * Return how often each command was run, without those that have their turn here.
	 */
	Map<String, Long> calls() {
		Map<String, Long> calls = new LinkedHashMap<>();
		lines("commandstats").filter((line) -> line.startsWith(COMMAND)).forEach((line) -> {
			String name = line.substring(COMMAND.length(), line.indexOf(':'));
			if (!name.equals(OWN)) {
				calls.put(name, Long.valueOf(line.substring(line.indexOf('=') + 1, line.indexOf(','))));
			}
		});
		return calls;
	}

	private Stream<String> lines(String section) {
		return Stream.of(this.console.send("INFO", section).toString().split("\r\n"));
	}

	@Override
	public void close() {
		this.console.close();
	}

}

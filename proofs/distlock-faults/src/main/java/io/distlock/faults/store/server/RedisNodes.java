// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.faults.store.PasswordStore;
import io.distlock.testserver.redis.RedisServer;

/**
 * What all stores have in common that consist of Redis servers.
 */
final class RedisNodes {

	static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(3);

	static final Duration POLL_CAP = Duration.ofSeconds(3);

	private static final int OWNER = 2;

	private static final int RETENTION = 5;

	private static final int RECORD_PARTS = 7;

	private RedisNodes() {
	}

	/**
	 * Return a server that writes each command to a file. A process that is killed loses
	 * nothing of it, only a power cut might.
	 */
	static RedisServer server() {
		return new RedisServer(options("--repl-diskless-sync-delay", "0"));
	}

	/**
	 * Return the options of a server, with those of its deployment: nodes log in, the
	 * harness and replicas do not.
	 */
	static String[] options(String... more) {
		return Stream.concat(Stream.of("--appendonly", "yes", "--appendfsync", "everysec", "--user", PasswordStore.USER,
				"on", ">" + PasswordStore.PASSWORD, "~*", "&*", "+@all"), Stream.of(more))
			.toArray(String[]::new);
	}

	static String version(RedisServer server) {
		return "Redis " + server.info("redis_version");
	}

	/**
	 * Return the properties of a node. The pool that Jedis brings to the class path is
	 * none of Lettuce's.
	 */
	static Map<String, String> properties(int port) {
		return Map.of("distlock.provider", "redis", "spring.data.redis.host", "127.0.0.1", "spring.data.redis.port",
				String.valueOf(port), "spring.data.redis.username", PasswordStore.USER, "spring.data.redis.password",
				PasswordStore.PASSWORD, "spring.data.redis.lettuce.pool.enabled", "false",
				"spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION);
	}

	/**
	 * Return all keys of some locks, with those that belong to them.
	 */
	static List<String> keys(List<RedisServer> servers, String part) {
		return servers.stream()
			.flatMap((server) -> ((List<?>) server.send("KEYS", "distlock:{*" + part + "*}*")).stream())
			.map(String::valueOf)
			.toList();
	}

	static List<String> held(RedisServer server, String part) {
		List<?> found = (List<?>) server.send("KEYS", "distlock:{*" + part + "*}");
		return found.stream().map(String::valueOf).filter((lock) -> isHeld(server, lock)).toList();
	}

	/**
	 * Tell whether a lock is held. The record of one that is free stays, and so does that
	 * of one whose lease has run out; with Redlock there is none then.
	 */
	private static boolean isHeld(RedisServer server, String lock) {
		Object record = server.send("GET", lock);
		String[] parts = (record != null) ? record.toString().split(" ", RECORD_PARTS) : new String[0];
		if (parts.length < RECORD_PARTS) {
			return parts.length > OWNER && !parts[OWNER].startsWith("=");
		}
		return (Long) server.send("PTTL", lock) > Long.parseLong(parts[RETENTION]);
	}

	static void changePassword(RedisServer server, String password) {
		server.send("ACL", "SETUSER", PasswordStore.USER, "resetpass", ">" + password);
	}

	/**
	 * Limit the memory of a server to less than an empty server uses.
	 */
	static void fillMemory(RedisServer server) {
		server.send("CONFIG", "SET", "maxmemory", "1");
	}

	static void freeMemory(RedisServer server) {
		server.send("CONFIG", "SET", "maxmemory", "0");
	}

	static void killClients(RedisServer server, String type) {
		server.send("CLIENT", "KILL", "TYPE", type);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.testserver.redis.RedisConsole;

/**
 * A real server, with the hands of an operator.
 */
public final class RedisStore implements StoreUnderTest, AutoCloseable {

	private final String name;

	private final RedisClients.Client client;

	private final int port;

	RedisStore(String client, String port) {
		this(RedisClients.valueOf(client), "127.0.0.1", Integer.parseInt(port));
	}

	public RedisStore(RedisClients clients, String host, int port) {
		this.name = clients.name();
		this.client = clients.connect(host, port);
		this.port = port;
	}

	@Override
	public List<String> connection() {
		return List.of(this.name, String.valueOf(this.port));
	}

	@Override
	public LockProvider newProvider() {
		return this.client.newProvider(RedisLockSettings.defaults());
	}

	@Override
	public void delete(LockKey key) {
		RedisKeys keys = new RedisKeys(key);
		try (RedisConsole operator = operator()) {
			operator.send("DEL", keys.lock(), keys.queue(), keys.holders());
		}
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		RedisKeys keys = new RedisKeys(key);
		String now = "1763735735000033";
		String together = now + " " + now + " ~ - 60000 60000 node";
		Map<String, Object[][]> commands = new LinkedHashMap<>();
		commands.put("list", new Object[][] { { "RPUSH", keys.lock(), "x" } });
		commands.put("text", new Object[][] { { "SET", keys.lock(), "hello" } });
		commands.put("second token", new Object[][] { { "SET", keys.lock(), now + " 17637357350x0033 =o" } });
		commands.put("tokens beyond all numbers",
				new Object[][] { { "SET", keys.lock(), "9763735735000033 9763735735000033 =o" } });
		commands.put("endless lease", new Object[][] {
				{ "SET", keys.lock(), now + " " + now + " o - " + "9".repeat(400) + " 86400000 node" } });
		commands.put("retention beyond all numbers",
				new Object[][] { { "SET", keys.lock(), now + " " + now + " o - 60000 " + Long.MAX_VALUE + " node" } });
		commands.put("holders of another type",
				new Object[][] { { "SET", keys.lock(), together, "PX", 120_000 }, { "SET", keys.holders(), "x" } });
		commands.put("holders without an end", new Object[][] { { "SET", keys.lock(), together, "PX", 120_000 },
				{ "HSET", keys.holders(), "o", "garbage" } });
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		commands.forEach((name, each) -> intrusions.put(name, () -> send(each)));
		return intrusions;
	}

	private void send(Object[][] commands) {
		try (RedisConsole operator = operator()) {
			for (Object[] command : commands) {
				operator.send(command);
			}
		}
	}

	/**
	 * The record is the first line, and each field of the holders is one more.
	 */
	@Override
	public String readRecord(LockKey key) {
		RedisKeys keys = new RedisKeys(key);
		try (RedisConsole operator = operator()) {
			StringBuilder text = new StringBuilder(String.valueOf(operator.send("GET", keys.lock())));
			List<?> holders = (List<?>) operator.send("HGETALL", keys.holders());
			for (int i = 0; i < holders.size(); i += 2) {
				text.append('\n').append(holders.get(i)).append(' ').append(holders.get(i + 1));
			}
			return text.toString();
		}
	}

	/**
	 * Every other record loses its time to live, as after a plain SET.
	 */
	@Override
	public boolean writeRecord(LockKey key, String text) {
		RedisKeys keys = new RedisKeys(key);
		String[] lines = text.split("\n", -1);
		try (RedisConsole operator = operator()) {
			operator.send("SET", keys.lock(), lines[0], "KEEPTTL");
			if (text.length() % 2 == 0) {
				operator.send("PERSIST", keys.lock());
			}
			operator.send("DEL", keys.holders());
			for (int i = 1; i < lines.length; i++) {
				String[] field = lines[i].split(" ", 2);
				operator.send("HSET", keys.holders(), field[0], (field.length > 1) ? field[1] : "");
			}
		}
		return true;
	}

	@Override
	public String place(LockKey key) {
		return new RedisKeys(key).lock();
	}

	/**
	 * Let the time pass after which the server forgets what belongs to locks that no
	 * owner holds. A key without a time to live stays.
	 */
	@Override
	public void purge() {
		try (RedisConsole operator = operator()) {
			keys(operator).stream()
				.map(Object::toString)
				.filter((key) -> isForgottenInTime(operator, key))
				.toList()
				.forEach((key) -> operator.send("DEL", key));
		}
	}

	/**
	 * Tell whether a key belongs to a lock that is free, and has a time to live.
	 */
	public static boolean isForgottenInTime(RedisConsole operator, String key) {
		Object record = operator.send("GET", key.substring(0, key.indexOf('}') + 1));
		return (record == null || record.toString().matches("\\d+ \\d+ =.*")) && (long) operator.send("PTTL", key) > 0;
	}

	@Override
	public long size() {
		try (RedisConsole operator = operator()) {
			return keys(operator).size();
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

	private RedisConsole operator() {
		return new RedisConsole(this.port, Duration.ofSeconds(5));
	}

	private static List<?> keys(RedisConsole operator) {
		return (List<?>) operator.send("KEYS", "distlock:*");
	}

}

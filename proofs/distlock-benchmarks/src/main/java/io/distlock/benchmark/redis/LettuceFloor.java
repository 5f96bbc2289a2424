// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.UUID;

import io.distlock.benchmark.measure.Contestant;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * The least that a lock with an owner can ask of Redis: {@code SET NX PX}, and a script
 * that deletes what is still its own. One connection, as Lettuce shares it.
 */
final class LettuceFloor implements Contestant {

	static final String NAME = FLOOR + "SET NX PX, EVALSHA delete";

	static final String DELETE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private final String script;

	LettuceFloor(int port) {
		this.client = RedisClient.create(RedisURI.create("127.0.0.1", port));
		this.connection = this.client.connect();
		this.script = this.connection.sync().scriptLoad(DELETE);
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public void cycle(String key) {
		String owner = UUID.randomUUID().toString();
		String set = this.connection.sync().set(key, owner, SetArgs.Builder.nx().px(30_000));
		Long deleted = this.connection.sync()
			.evalsha(this.script, ScriptOutputType.INTEGER, new String[] { key }, owner);
		if (set == null || deleted != 1) {
			throw new IllegalStateException("The floor does not work");
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.KindSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.RedisClient;
import org.redisson.Redisson;

/**
 * Shared locks and permits in one Redis server.
 */
public final class RedisKindSuite implements Suite {

	@Override
	public String name() {
		return "shared-redis";
	}

	@Override
	public String title() {
		return "Shared locks and permits, in Redis";
	}

	@Override
	public List<Entry> entries() {
		return RedisKinds.all().stream().flatMap((kind) -> kind.entries().stream()).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (RedisServer server = new RedisServer().start(); LettuceFloor floor = new LettuceFloor(server.port())) {
			report.about("Redis " + server.info("redis_version"), RedisClient.class, Redisson.class);
			new KindSuite(name(), String.valueOf(server.port()), RedisKinds.all(), new RedisCalls(server)).run(floor,
					rounds, report);
		}
	}

}

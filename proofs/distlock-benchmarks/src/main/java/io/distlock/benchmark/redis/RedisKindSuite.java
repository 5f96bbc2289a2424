/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.KindSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.RedisServer;
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

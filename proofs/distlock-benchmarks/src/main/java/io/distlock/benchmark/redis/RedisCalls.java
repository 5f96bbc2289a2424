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

import java.util.Optional;

import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.testserver.RedisServer;

/**
 * Counts what clients ask of a Redis server. Its own statistics also count what scripts
 * call, so it is watched with {@code MONITOR}, which tells them apart.
 */
final class RedisCalls implements CommandCounter {

	private final RedisServer server;

	RedisCalls(RedisServer server) {
		this.server = server;
	}

	@Override
	public Optional<String> unit() {
		return Optional.of("Calls");
	}

	@Override
	public Counting start() throws Exception {
		return new RedisMonitor(this.server);
	}

}

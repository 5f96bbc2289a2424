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

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.check.EvictionCheck;
import io.distlock.redis.check.RedisServerCheck;
import io.distlock.redis.check.UnsafeRedisServerException;
import io.distlock.redis.transport.RedisTransport;

/**
 * The provider in Redis. Offers itself to every application that has a client of Redis.
 */
final class RedisLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "redis";

	private final RedisClientChoice client;

	private final RedisLockSettings settings;

	private final EvictionCheck eviction;

	RedisLockProviderCandidate(RedisClientChoice client, RedisLockSettings settings, EvictionCheck eviction) {
		this.client = client;
		this.settings = settings;
		this.eviction = eviction;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public boolean isOffered() {
		return this.client.exists();
	}

	@Override
	public LockProvider create() {
		LockRedisClient chosen = this.client.choose();
		check(chosen);
		return new RedisLockProvider(chosen.newTransport(), this.settings);
	}

	/**
	 * Look at the server, on a connection that goes back to the application at once.
	 */
	private void check(LockRedisClient chosen) {
		try (RedisTransport transport = chosen.newTransport()) {
			new RedisServerCheck(transport, this.eviction, this.settings.replicas()).check();
		}
		catch (UnsafeRedisServerException ex) {
			throw new LockConfigurationException(ex.getMessage() + ".",
					"Change the server, or the property that is named.");
		}
	}

}

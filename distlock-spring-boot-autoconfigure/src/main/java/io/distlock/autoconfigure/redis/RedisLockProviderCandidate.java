// SPDX-License-Identifier: Apache-2.0

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
	 * Check the server, on a connection that is returned to the application immediately.
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

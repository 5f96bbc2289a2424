package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;

/**
 * The provider in Redis. Offers itself to every application that has a client of Redis.
 */
final class RedisLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "redis";

	private final RedisClientChoice client;

	private final RedisLockSettings settings;

	RedisLockProviderCandidate(RedisClientChoice client, RedisLockSettings settings) {
		this.client = client;
		this.settings = settings;
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
		return new RedisLockProvider(this.client.choose().newTransport(), this.settings);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in Redis.
 */
final class RedisStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public String title() {
		return "Redis";
	}

	@Override
	public String dependencies() {
		return "spring-boot-starter-data-redis, or Redisson";
	}

	@Override
	public String configuration() {
		return "set spring.data.redis.host or define a bean of type org.redisson.api.RedissonClient";
	}

}

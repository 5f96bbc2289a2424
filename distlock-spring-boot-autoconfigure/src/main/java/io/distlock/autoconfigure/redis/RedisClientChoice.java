// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.Comparator;
import java.util.List;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;

/**
 * Chooses the client: the one that {@code distlock.redis.client} names, or else the one
 * that the application has, Spring Data Redis before Redisson.
 */
final class RedisClientChoice {

	private static final String SPRING_DATA_REDIS = "Add spring-boot-starter-data-redis and set spring.data.redis.host";

	private static final String REDISSON = "add Redisson and define a bean of type org.redisson.api.RedissonClient";

	private final Client wanted;

	private final List<LockRedisClient> clients;

	RedisClientChoice(Client wanted, List<LockRedisClient> clients) {
		this.wanted = wanted;
		this.clients = clients.stream().sorted(Comparator.comparing(LockRedisClient::name)).toList();
	}

	/**
	 * Return whether the application has a client, be it the wanted one or not. Creates
	 * no beans.
	 * @return whether there is one
	 */
	boolean exists() {
		return this.clients.stream().anyMatch(LockRedisClient::exists);
	}

	LockRedisClient choose() {
		return this.clients.stream()
			.filter((client) -> this.wanted == Client.AUTO || client.name() == this.wanted)
			.filter(LockRedisClient::exists)
			.findFirst()
			.orElseThrow(this::missing);
	}

	private LockConfigurationException missing() {
		return switch (this.wanted) {
			case AUTO -> new LockConfigurationException(
					"distlock.provider is 'redis', but there is neither a RedisConnectionFactory nor a RedissonClient bean.",
					"%s; or %s; or choose another distlock.provider.".formatted(SPRING_DATA_REDIS, REDISSON));
			case SPRING_DATA_REDIS -> new LockConfigurationException(
					"distlock.redis.client is 'spring-data-redis', but there is no RedisConnectionFactory bean, "
							+ "or none but that of Redisson.",
					"%s; or set distlock.redis.client to 'redisson' or 'auto'.".formatted(SPRING_DATA_REDIS));
			case REDISSON -> new LockConfigurationException(
					"distlock.redis.client is 'redisson', but there is no RedissonClient bean.",
					"To use Redisson, %s; or set distlock.redis.client to 'spring-data-redis' or 'auto'."
						.formatted(REDISSON));
		};
	}

}

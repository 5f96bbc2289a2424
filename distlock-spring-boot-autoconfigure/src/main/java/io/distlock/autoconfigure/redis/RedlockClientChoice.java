// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;

/**
 * Chooses the client of several masters among those on the class path: the one that
 * {@code distlock.redis.client} names, or else Spring Data Redis before Redisson; and
 * Lettuce before Jedis, unless {@code spring.data.redis.client-type} says Jedis.
 */
final class RedlockClientChoice {

	private final Client wanted;

	private final String clientType;

	private final List<RedlockClient> clients;

	/**
	 * Create a choice.
	 * @param wanted the client that the application names
	 * @param clientType the client below Spring Data Redis that it names, or empty
	 * @param clients the clients, the preferred one first
	 */
	RedlockClientChoice(Client wanted, String clientType, List<RedlockClient> clients) {
		this.wanted = wanted;
		this.clientType = clientType;
		this.clients = clients;
	}

	RedlockClient choose() {
		List<RedlockClient> eligible = this.clients.stream()
			.filter((client) -> this.wanted == Client.AUTO || client.name() == this.wanted)
			.toList();
		return eligible.stream()
			.filter((client) -> client.title().equalsIgnoreCase(this.clientType))
			.findFirst()
			.or(() -> eligible.stream().findFirst())
			.orElseThrow(this::missing);
	}

	private LockConfigurationException missing() {
		return switch (this.wanted) {
			case AUTO -> new LockConfigurationException(
					"'%s' is set, but none of Lettuce, Jedis and Redisson is on the class path."
						.formatted(RedlockNodes.PROPERTY),
					"Add spring-boot-starter-data-redis, or Redisson.");
			case SPRING_DATA_REDIS -> new LockConfigurationException(
					"distlock.redis.client is 'spring-data-redis', but there is neither Lettuce nor Jedis on the class path.",
					"Add spring-boot-starter-data-redis, or set distlock.redis.client to 'redisson' or 'auto'.");
			case REDISSON -> new LockConfigurationException(
					"distlock.redis.client is 'redisson', but Redisson is not on the class path.",
					"Add Redisson, or set distlock.redis.client to 'spring-data-redis' or 'auto'.");
		};
	}

}

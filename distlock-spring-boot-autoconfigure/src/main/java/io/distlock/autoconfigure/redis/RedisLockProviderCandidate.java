// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.check.RedisServerCheck;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.transport.RedisTransport;

import org.springframework.util.StringUtils;

/**
 * Candidate for locks in Redis, available to each application with a Redis client. Uses
 * the client named by {@code distlock.redis.client}, or the client of the application. An
 * annotated bean takes precedence, and Spring Data Redis precedes Redisson.
 *
 * @param clients the clients on the class path
 * @param settings settings of the provider
 * @param properties the client to use, and the checks
 * @param redlock {@code true} if the module of Redlock reads its properties
 */
record RedisLockProviderCandidate(List<LockRedisClient<?>> clients, RedisLockSettings settings,
		DistlockRedisProperties properties, boolean redlock) implements LockProviderCandidate {

	private static final String SPRING_DATA_REDIS = "Add spring-boot-starter-data-redis and set spring.data.redis.host";

	private static final String REDISSON = "add Redisson and define a bean of type org.redisson.api.RedissonClient";

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public boolean isOffered() {
		return unreadProperty().isPresent() || this.clients.stream().anyMatch((client) -> client.beans().exist());
	}

	@Override
	public LockProvider create() {
		unreadProperty().ifPresent((property) -> {
			throw new LockConfigurationException("%s is set, but Redlock is not on the class path.".formatted(property),
					"Add io.distlock:distlock-redlock; or remove the property.");
		});
		RedisTransport transport = client().newTransport();
		try {
			new RedisServerCheck(this.properties.evictionCheck()).check(transport, this.settings.replicas());
			return new RedisLockProvider(transport, this.settings);
		}
		catch (UnsafeRedisServerException ex) {
			transport.close();
			throw new LockConfigurationException(ex.getMessage() + ".",
					"Change the server, or the property that is named.");
		}
	}

	private Optional<String> unreadProperty() {
		return this.redlock ? Optional.empty()
				: this.properties.redlock()
					.entrySet()
					.stream()
					.filter((entry) -> StringUtils.hasText(entry.getValue().toString()))
					.map((entry) -> "distlock.redis.redlock." + entry.getKey())
					.sorted()
					.findFirst();
	}

	LockRedisClient<?> client() {
		Client wanted = this.properties.client();
		return this.clients.stream()
			.filter((client) -> (wanted == Client.AUTO || client.name() == wanted) && client.beans().exist())
			.min(Comparator.<LockRedisClient<?>, Boolean>comparing((client) -> !client.isMarked())
				.thenComparing(LockRedisClient::name))
			.orElseThrow(() -> missing(wanted));
	}

	private static LockConfigurationException missing(Client wanted) {
		return switch (wanted) {
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

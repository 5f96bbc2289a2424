// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;
import java.util.stream.Stream;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.spring.SpringRedisTransports;
import io.distlock.redis.transport.RedisTransport;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The connection factory of Spring Data Redis: the only or primary one. One that Redisson
 * provides does not count, since it connects through Redisson.
 */
final class SpringDataRedisClient implements LockRedisClient {

	private static final String REDISSON = "org.redisson.";

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<RedisConnectionFactory> factories;

	SpringDataRedisClient(ListableBeanFactory beanFactory, ObjectProvider<RedisConnectionFactory> factories) {
		this.beanFactory = beanFactory;
		this.factories = factories;
	}

	@Override
	public Client name() {
		return Client.SPRING_DATA_REDIS;
	}

	@Override
	public boolean exists() {
		return !names().isEmpty();
	}

	@Override
	public RedisTransport newTransport() {
		return SpringRedisTransports.of(connectionFactory());
	}

	private RedisConnectionFactory connectionFactory() {
		List<String> names = names();
		if (names.size() == 1) {
			return this.beanFactory.getBean(names.get(0), RedisConnectionFactory.class);
		}
		RedisConnectionFactory factory = this.factories.getIfUnique();
		if (factory == null) {
			throw ambiguous(names);
		}
		return factory;
	}

	private List<String> names() {
		return Stream
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, RedisConnectionFactory.class))
			.filter((name) -> !isOfRedisson(this.beanFactory.getType(name, false)))
			.toList();
	}

	private static boolean isOfRedisson(@Nullable Class<?> type) {
		return type != null && type.getName().startsWith(REDISSON);
	}

	private static LockConfigurationException ambiguous(List<String> names) {
		return new LockConfigurationException(
				"distlock found several RedisConnectionFactory beans, and cannot decide which one to use for the locks: %s."
					.formatted(String.join(", ", names)),
				"Mark the one to use as @Primary, or define a bean of type io.distlock.provider.LockProvider that uses it.");
	}

}

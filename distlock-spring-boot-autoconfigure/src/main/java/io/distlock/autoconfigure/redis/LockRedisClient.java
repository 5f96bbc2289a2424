// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.transport.RedisTransport;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * A client of Redis that is on the class path, and that the application may have set up:
 * the only bean of its type, or the primary one.
 *
 * @param <T> the type of its bean
 */
final class LockRedisClient<T> {

	private final Client name;

	private final Class<T> type;

	private final Predicate<@Nullable Class<?>> counts;

	private final Function<T, RedisTransport> transports;

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<T> beans;

	LockRedisClient(Client name, Class<T> type, Predicate<@Nullable Class<?>> counts,
			Function<T, RedisTransport> transports, ListableBeanFactory beanFactory, ObjectProvider<T> beans) {
		this.name = name;
		this.type = type;
		this.counts = counts;
		this.transports = transports;
		this.beanFactory = beanFactory;
		this.beans = beans;
	}

	Client name() {
		return this.name;
	}

	// Creates no beans.
	boolean exists() {
		return !names().isEmpty();
	}

	RedisTransport newTransport() {
		List<String> names = names();
		T client = (names.size() == 1) ? this.beanFactory.getBean(names.get(0), this.type) : this.beans.getIfUnique();
		if (client == null) {
			throw new LockConfigurationException(
					"distlock found several %s beans, and cannot decide which one to use for the locks: %s."
						.formatted(this.type.getSimpleName(), String.join(", ", names)),
					"Mark the one to use as @Primary, or define a bean of type io.distlock.provider.LockProvider that uses it.");
		}
		return this.transports.apply(client);
	}

	private List<String> names() {
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, this.type))
			.filter((bean) -> this.counts.test(this.beanFactory.getType(bean, false)))
			.toList();
	}

}

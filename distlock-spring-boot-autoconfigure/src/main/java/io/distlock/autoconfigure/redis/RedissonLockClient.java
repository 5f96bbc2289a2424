// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.redis.redisson.RedissonTransport;
import io.distlock.redis.transport.RedisTransport;
import org.redisson.api.RedissonClient;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The client of Redisson: the only or primary one.
 */
final class RedissonLockClient implements LockRedisClient {

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<RedissonClient> clients;

	RedissonLockClient(ListableBeanFactory beanFactory, ObjectProvider<RedissonClient> clients) {
		this.beanFactory = beanFactory;
		this.clients = clients;
	}

	@Override
	public Client name() {
		return Client.REDISSON;
	}

	@Override
	public boolean exists() {
		return names().length > 0;
	}

	@Override
	public RedisTransport newTransport() {
		RedissonClient client = this.clients.getIfUnique();
		if (client == null) {
			throw ambiguous();
		}
		return new RedissonTransport(client);
	}

	private String[] names() {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, RedissonClient.class);
	}

	private LockConfigurationException ambiguous() {
		return new LockConfigurationException(
				"distlock found several RedissonClient beans, and cannot decide which one to use for the locks: %s."
					.formatted(String.join(", ", names())),
				"Mark the one to use as @Primary, or define a bean of type io.distlock.provider.LockProvider that uses it.");
	}

}

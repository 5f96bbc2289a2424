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
		try {
			return new RedissonTransport(client);
		}
		catch (IllegalArgumentException ex) {
			throw new LockConfigurationException(
					"The locks cannot be kept over the RedissonClient bean: %s.".formatted(ex.getMessage()),
					"Use the client as Redisson.create returns it, without a proxy.");
		}
	}

	private String[] names() {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, RedissonClient.class);
	}

	private LockConfigurationException ambiguous() {
		return new LockConfigurationException(
				"distlock found several RedissonClient beans, and cannot tell which one leads to the locks: %s."
					.formatted(String.join(", ", names())),
				"Mark the one to use as @Primary, or define a bean of type io.distlock.provider.LockProvider that uses it.");
	}

}

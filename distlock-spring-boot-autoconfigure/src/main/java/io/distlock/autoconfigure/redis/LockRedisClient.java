// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.function.Function;

import io.distlock.autoconfigure.redis.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.redis.internal.transport.RedisTransport;

/**
 * A client of Redis that the application may have.
 *
 * @param name its name
 * @param beans the beans of its type
 * @param transports lets locks use one
 * @param <T> the type of its bean
 */
record LockRedisClient<T>(Client name, ApplicationClients<T> beans, Function<T, RedisTransport> transports) {

	RedisTransport newTransport() {
		return this.beans.find("define a bean of type io.distlock.provider.LockProvider that uses it")
			.map(this.transports)
			.orElseThrow();
	}

}

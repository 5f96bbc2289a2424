// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.autoconfigure.DistlockRedisClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A server of Redis for the locks beside that of the application.
 */
@Configuration(proxyBeanMethods = false)
class LocksRedis {

	// tag::marked[]
	@Bean(defaultCandidate = false) // not injected by its type alone
	@DistlockRedisClient
	LettuceConnectionFactory locks(@Value("${shop.locks.host}") String host) {
		return new LettuceConnectionFactory(host, 6379);
	}
	// end::marked[]

}

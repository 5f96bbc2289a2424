// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * Addresses of masters as Spring Data Redis writes them.
 */
final class SpringDataAddresses {

	private SpringDataAddresses() {
	}

	static RedisStandaloneConfiguration standalone(RedlockAddress address) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(address.host(), address.port());
		configuration.setDatabase(address.database());
		configuration.setUsername(address.username());
		configuration.setPassword(RedisPassword.of(address.password()));
		return configuration;
	}

}

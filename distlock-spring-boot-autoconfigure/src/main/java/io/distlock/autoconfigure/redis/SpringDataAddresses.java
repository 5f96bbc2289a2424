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

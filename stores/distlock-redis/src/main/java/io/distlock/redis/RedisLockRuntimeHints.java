// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for scripts, and for detecting the client.
 */
class RedisLockRuntimeHints implements RuntimeHintsRegistrar {

	private static final String LETTUCE = "io.lettuce.core.api.StatefulConnection";

	private static final String JEDIS = "redis.clients.jedis.Jedis";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/distlock/redis/*.lua");
		hints.reflection().registerTypeIfPresent(classLoader, LETTUCE).registerTypeIfPresent(classLoader, JEDIS);
	}

}

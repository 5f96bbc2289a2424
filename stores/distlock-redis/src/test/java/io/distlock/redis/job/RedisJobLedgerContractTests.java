// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import java.util.Objects;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.provider.LockKey;
import io.distlock.redis.RedisClients;
import io.distlock.redis.contract.RedisStore;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cluster jobs on one server, over each client.
 */
@ParameterizedClass
@EnumSource
class RedisJobLedgerContractTests extends JobLedgerContract {

	private static @Nullable RedisStore store;

	@Parameter
	RedisClients client = RedisClients.LETTUCE;

	@BeforeParameterizedClassInvocation
	static void connect(RedisClients client) {
		store = new RedisStore(client, RedisServer.shared().host(), RedisServer.shared().port());
	}

	@AfterParameterizedClassInvocation
	static void disconnect() {
		Objects.requireNonNull(store).close();
	}

	@Override
	protected StoreUnderTest store() {
		return Objects.requireNonNull(store);
	}

	@Override
	protected String intrude(LockKey job) {
		String key = new RedisKeys(job).job();
		try (RedisConsole operator = RedisServer.shared().console()) {
			operator.send("DEL", key);
			operator.send("SET", key, "hello");
		}
		return key;
	}

}

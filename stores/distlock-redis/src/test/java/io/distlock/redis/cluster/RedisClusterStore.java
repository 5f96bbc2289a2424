// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.util.List;
import java.util.stream.Stream;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.redis.Operator;
import io.distlock.redis.RedisClients;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.contract.RedisStore;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.testserver.redis.RedisConsole;

/**
 * A cluster, with the hands of an operator who asks every node.
 */
public final class RedisClusterStore implements StoreUnderTest, AutoCloseable {

	private final RedisClients.Client client;

	private final List<Operator> operators;

	public RedisClusterStore(TopologyClients clients, List<String> addresses) {
		this.client = clients.cluster(addresses);
		this.operators = addresses.stream()
			.map((address) -> new Operator(Integer.parseInt(address.substring(address.indexOf(':') + 1))))
			.toList();
	}

	@Override
	public LockProvider newProvider() {
		return this.client.newProvider(RedisLockSettings.defaults());
	}

	@Override
	public void delete(LockKey key) {
		RedisKeys keys = new RedisKeys(key);
		List.of(keys.lock(), keys.queue(), keys.holders()).forEach(this::delete);
	}

	@Override
	public void purge() {
		this.operators.forEach((operator) -> {
			try (RedisConsole console = operator.console()) {
				purge(console);
			}
		});
	}

	private static void purge(RedisConsole console) {
		keys(console).filter((key) -> RedisStore.isForgottenInTime(console, key))
			.toList()
			.forEach((key) -> console.send("DEL", key));
	}

	@Override
	public long size() {
		return keys().size();
	}

	@Override
	public void close() {
		this.client.close();
	}

	private List<String> keys() {
		return this.operators.stream().flatMap((operator) -> {
			try (RedisConsole console = operator.console()) {
				return keys(console);
			}
		}).toList();
	}

	private static Stream<String> keys(RedisConsole console) {
		return ((List<?>) console.send("KEYS", "distlock:*")).stream().map(Object::toString);
	}

	private void delete(String key) {
		this.operators.forEach((operator) -> {
			try {
				operator.send("DEL", key);
			}
			catch (RedisConsole.ErrorReply ex) {
				if (!ex.getMessage().startsWith("MOVED")) {
					throw ex;
				}
			}
		});
	}

}

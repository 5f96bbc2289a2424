// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.redis.RedisClients;
import io.distlock.redis.cluster.TopologyClients;
import io.distlock.testserver.redis.RedisCluster;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of a client, for each one, on one server and on a cluster of three
 * masters.
 */
@ParameterizedClass
@MethodSource("clients")
@Tag("proof")
class RedisTransportTests extends RedisTransportContract {

	private final RedisClients.Client client;

	RedisTransportTests(String name, Supplier<RedisClients.Client> connect) {
		this.client = connect.get();
	}

	static Stream<Arguments> clients() {
		Stream<Arguments> single = Stream.of(RedisClients.values())
			.map((clients) -> Arguments.of(clients + " on one server", connect(clients)));
		Stream<Arguments> cluster = Stream.of(TopologyClients.values())
			.map((clients) -> Arguments.of(clients + " on a cluster", connect(clients)));
		return Stream.concat(single, cluster);
	}

	private static Supplier<RedisClients.Client> connect(RedisClients clients) {
		return () -> clients.connect(RedisServer.shared().host(), RedisServer.shared().port());
	}

	private static Supplier<RedisClients.Client> connect(TopologyClients clients) {
		return () -> clients.cluster(TopologyClients.addresses(RedisCluster.shared().nodes()));
	}

	@Override
	public RedisClients.Client client() {
		return this.client;
	}

}

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

package io.distlock.redis;

import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.testserver.RedisCluster;
import io.distlock.testserver.RedisServer;
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
	RedisClients.Client client() {
		return this.client;
	}

}

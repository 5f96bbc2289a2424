// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code of the application in callbacks of Lettuce, where the application has one thread
 * that reads replies.
 */
class LettuceCallbackTests {

	private final DefaultEventLoopGroupProvider threads = new DefaultEventLoopGroupProvider(1);

	private final ClientResources resources = ClientResources.builder().eventLoopGroupProvider(this.threads).build();

	private final TestNodes nodes = new TestNodes();

	@AfterEach
	void stop() throws Exception {
		this.nodes.close();
		this.resources.shutdown(0, 1, TimeUnit.SECONDS);
		this.threads.shutdown(0, 1, TimeUnit.SECONDS);
	}

	@Test
	@SuppressWarnings("unchecked")
	void lockIsAcquiredInACallback() throws Exception {
		LettuceConnectionFactory factory = factory();
		TestNode node = node(this.nodes, factory);
		try (RedisConnection connection = factory.getConnection()) {
			RedisClusterAsyncCommands<byte[], byte[]> commands = (RedisClusterAsyncCommands<byte[], byte[]>) connection
				.getNativeConnection();
			CompletableFuture<Boolean> held = commands.get("callback".getBytes())
				.thenApply((value) -> node.template.execute(TestNodes.request("callback", TestNodes.PATIENCE),
						HeldLock::isHeld))
				.toCompletableFuture();
			assertThat(held.get(TestNodes.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void closedProviderLeavesTheResourcesOfTheApplication() throws Exception {
		for (int i = 0; i < 2; i++) {
			try (TestNodes provider = new TestNodes()) {
				assertThat(node(provider, factory()).template
					.execute(TestNodes.request("resources", TestNodes.PATIENCE), HeldLock::isHeld)).isTrue();
			}
		}
	}

	private LettuceConnectionFactory factory() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(RedisServer.shared().host(), RedisServer.shared().port()),
				LettuceClientConfiguration.builder().clientResources(this.resources).build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private static TestNode node(TestNodes nodes, LettuceConnectionFactory factory) {
		return nodes.node(nodes.add(new RedisClients.Client(() -> SpringRedisTransports.of(factory), factory::destroy)),
				ReplicaSettings.defaults());
	}

}

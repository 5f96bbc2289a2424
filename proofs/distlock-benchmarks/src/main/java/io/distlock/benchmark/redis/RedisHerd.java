// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;

import io.distlock.benchmark.EngineNode;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.measure.HerdNode;
import io.distlock.benchmark.measure.HerdStore;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Nodes on Redis, each with one connection for commands and one on which it listens. They
 * share the threads of their client.
 */
public final class RedisHerd {

	private static final String UNIT = "Calls of scripts";

	/**
	 * Each client of Redisson has a timer of its own.
	 */
	private static final int MOST_CLIENTS_OF_REDISSON = 1000;

	private static final int THREADS = 4;

	private RedisHerd() {
	}

	/**
	 * Describe distlock and Redisson's plain and fair locks.
	 */
	public static List<HerdStore> all() {
		return List.of(new HerdStore(StoreSuite.OURS, Integer.MAX_VALUE, false, UNIT, Distlock::new),
				redisson(RedisEntries.RLOCK, RedissonClient::getLock),
				redisson("Redisson fair", RedissonClient::getFairLock));
	}

	private static HerdStore redisson(String name, BiFunction<RedissonClient, String, RLock> locks) {
		return new HerdStore(name, MOST_CLIENTS_OF_REDISSON, false, UNIT, () -> new RedissonServer(locks));
	}

	/**
	 * A Redis server with the numbers that it tells of itself.
	 */
	private abstract static class Running implements HerdStore.Running {

		private final RedisServer server = new RedisServer().start();

		private final RedisUsage usage = new RedisUsage(this.server);

		@Override
		public int port() {
			return this.server.port();
		}

		@Override
		public double cpuMillis() {
			return this.usage.cpuMicros() / 1000;
		}

		@Override
		public long commands() {
			return this.usage.calls()
				.entrySet()
				.stream()
				.filter((call) -> call.getKey().startsWith("eval"))
				.mapToLong((call) -> call.getValue())
				.sum();
		}

		@Override
		public void close() {
			this.usage.close();
			this.server.close();
		}

	}

	private static final class Distlock extends Running {

		private final ClientResources resources = DefaultClientResources.builder()
			.ioThreadPoolSize(THREADS)
			.computationThreadPoolSize(THREADS)
			.build();

		private final LongAdder attempts = new LongAdder();

		@Override
		public HerdNode node(int port) {
			LettuceConnectionFactory connections = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", port),
					LettuceClientConfiguration.builder()
						.clientResources(this.resources)
						.shutdownTimeout(Duration.ZERO)
						.build());
			connections.afterPropertiesSet();
			connections.start();
			return new EngineNode(new RedisLockProvider(SpringRedisTransports.of(connections, connections::destroy),
					RedisLockSettings.defaults()), this.attempts);
		}

		@Override
		public long attempts() {
			return this.attempts.sum();
		}

		@Override
		public void close() {
			this.resources.shutdown(0, 1, TimeUnit.SECONDS);
			super.close();
		}

	}

	private static final class RedissonServer extends Running {

		private final EventLoopGroup events = new NioEventLoopGroup(THREADS);

		private final ExecutorService executor = Executors.newFixedThreadPool(2 * THREADS);

		private final BiFunction<RedissonClient, String, RLock> locks;

		RedissonServer(BiFunction<RedissonClient, String, RLock> locks) {
			this.locks = locks;
		}

		@Override
		public HerdNode node(int port) {
			Config config = new Config().setEventLoopGroup(this.events).setExecutor(this.executor);
			config.useSingleServer()
				.setAddress("redis://127.0.0.1:" + port)
				.setDnsMonitoringInterval(-1)
				.setConnectionMinimumIdleSize(1)
				.setConnectionPoolSize(1)
				.setSubscriptionConnectionMinimumIdleSize(1)
				.setSubscriptionConnectionPoolSize(1);
			return new RedissonNode(Redisson.create(config), this.locks);
		}

		@Override
		public long attempts() {
			return 0;
		}

		@Override
		public void close() {
			this.events.shutdownGracefully(0, 1, TimeUnit.SECONDS);
			this.executor.shutdownNow();
			super.close();
		}

	}

	/**
	 * A client of Redisson.
	 *
	 * @param client the client
	 * @param locks the kind of lock
	 */
	private record RedissonNode(RedissonClient client,
			BiFunction<RedissonClient, String, RLock> locks) implements HerdNode {

		@Override
		public AutoCloseable lock(String key) throws InterruptedException {
			RLock lock = this.locks.apply(this.client, key);
			lock.lockInterruptibly();
			return lock::unlock;
		}

		@Override
		public void close() {
			this.client.shutdown(0, 1, TimeUnit.SECONDS);
		}

	}

}

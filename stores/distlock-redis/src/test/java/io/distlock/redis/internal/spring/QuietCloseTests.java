// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operators read when a node ends that has waited for locks: nothing.
 */
class QuietCloseTests {

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private static final RedisServer server = RedisServer.shared();

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

	@BeforeEach
	void listen() {
		this.log.start();
		this.root.addAppender(this.log);
	}

	@AfterEach
	void stop() {
		this.root.detachAppender(this.log);
	}

	@ParameterizedTest
	@EnumSource
	void nodeThatHasWaitedIsClosedWithoutAWarning(Factory kind) throws Exception {
		ClientResources resources = resources();
		LettuceConnectionFactory factory = kind.open(resources);
		RedisLockProvider provider = new RedisLockProvider(SpringRedisTransports.of(factory),
				RedisLockSettings.defaults());
		waitForALock(provider, kind.name());
		this.log.list.clear();
		factory.stop();
		Awaitility.await().pollDelay(kind.pause).until(() -> true);
		provider.close();
		factory.destroy();
		Awaitility.await().atMost(PATIENCE).until(() -> listeners().isEmpty());
		resources.shutdown(0, 10, TimeUnit.SECONDS).get();
		assertThat(this.log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
	}

	private static void waitForALock(RedisLockProvider provider, String name) {
		LockClaim claim = LockClaim.of(new LockKey("app", name), Duration.ofMinutes(10), 1, "node 1");
		LockOwner owner = new LockOwner("holder:" + name);
		try (Contender holder = provider.contend(claim, () -> {
		}); Contender waiter = provider.contend(claim, () -> {
		})) {
			Attempt.Granted granted = (Attempt.Granted) holder.attempt(owner);
			LockOwner next = new LockOwner("waiter:" + name);
			waiter.attempt(next);
			waiter.attempt(next);
			Awaitility.await().atMost(PATIENCE).until(() -> !listeners().isEmpty());
			provider.release(claim.key(), owner, granted.lease().lastToken());
		}
	}

	private static List<?> listeners() {
		return (List<?>) server.send("PUBSUB", "CHANNELS", "distlock:node:*");
	}

	// Leads to the server where the factory has the address that no configuration names.
	private static ClientResources resources() {
		return ClientResources.builder().socketAddressResolver(new SocketAddressResolver() {

			@Override
			public SocketAddress resolve(RedisURI address) {
				return new InetSocketAddress(server.host(), server.port());
			}

		}).build();
	}

	/**
	 * Factories as applications have them.
	 */
	enum Factory {

		PLAIN(Duration.ZERO) {

			@Override
			LettuceConnectionFactory newFactory(ClientResources resources) {
				return new LettuceConnectionFactory(configured(),
						LettuceClientConfiguration.builder().clientResources(resources).build());
			}

		},

		POOL(Duration.ZERO) {

			@Override
			LettuceConnectionFactory newFactory(ClientResources resources) {
				return new LettuceConnectionFactory(configured(),
						LettucePoolingClientConfiguration.builder().clientResources(resources).build());
			}

		},

		DEFAULT_ADDRESS(Duration.ofSeconds(2)) {

			@Override
			LettuceConnectionFactory newFactory(ClientResources resources) {
				return new LettuceConnectionFactory(new RedisStandaloneConfiguration(),
						LettuceClientConfiguration.builder().clientResources(resources).build());
			}

		},

		POOL_OF_DEFAULT_ADDRESS(Duration.ofSeconds(2)) {

			@Override
			LettuceConnectionFactory newFactory(ClientResources resources) {
				return new LettuceConnectionFactory(new RedisStandaloneConfiguration(),
						LettucePoolingClientConfiguration.builder().clientResources(resources).build());
			}

		};

		// How long the factory is stopped before the node is closed.
		private final Duration pause;

		Factory(Duration pause) {
			this.pause = pause;
		}

		abstract LettuceConnectionFactory newFactory(ClientResources resources);

		LettuceConnectionFactory open(ClientResources resources) {
			LettuceConnectionFactory factory = newFactory(resources);
			factory.afterPropertiesSet();
			factory.start();
			return factory;
		}

		private static RedisStandaloneConfiguration configured() {
			return new RedisStandaloneConfiguration(server.host(), server.port());
		}

	}

}

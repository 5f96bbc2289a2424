// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.time.Duration;
import java.util.function.UnaryOperator;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.benchmark.measure.Locker;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * distlock as an application has it: configured by properties alone.
 */
public final class DistlockNode {

	/**
	 * A property: whether the application itself uses its client of Redis.
	 */
	public static final String USE_CLIENT = "bench.use-client";

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private DistlockNode() {
	}

	/**
	 * Start an application.
	 * @param name what the tables call it
	 * @param properties its properties; without distlock, it cannot lock
	 */
	public static Locker start(String name, String... properties) {
		return start(name, UnaryOperator.identity(), properties);
	}

	/**
	 * Start an application that asks for another kind of lock.
	 * @param name what the tables call it
	 * @param kind makes a request one for that kind
	 * @param properties its properties
	 */
	public static Locker start(String name, UnaryOperator<LockRequest> kind, String... properties) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=WARN", "spring.application.name=bench")
			.properties(properties)
			.run();
		if (context.getEnvironment().getProperty(USE_CLIENT, Boolean.class, false)) {
			useClient(context.getBean(RedisConnectionFactory.class));
		}
		LockTemplate template = context.getBeanProvider(LockTemplate.class).getIfAvailable();
		return Locker.of(name, (key) -> acquire(template, kind.apply(LockRequest.of(key))), context);
	}

	private static HeldLock acquire(@Nullable LockTemplate template, LockRequest request) {
		if (template == null) {
			throw new IllegalStateException("An application without distlock cannot lock");
		}
		return template.acquire(request.waitTime(PATIENCE));
	}

	private static void useClient(RedisConnectionFactory client) {
		try (RedisConnection connection = client.getConnection()) {
			connection.ping();
		}
	}

	/**
	 * An application without anything of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}

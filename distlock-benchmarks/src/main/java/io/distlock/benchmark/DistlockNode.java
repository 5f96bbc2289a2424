package io.distlock.benchmark;

import java.time.Duration;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.benchmark.measure.Locker;

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
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=WARN", "spring.application.name=bench")
			.properties(properties)
			.run();
		if (context.getEnvironment().getProperty(USE_CLIENT, Boolean.class, false)) {
			useClient(context.getBean(RedisConnectionFactory.class));
		}
		LockTemplate template = context.getBeanProvider(LockTemplate.class).getIfAvailable();
		return Locker.of(name, (key) -> template.acquire(LockRequest.of(key).waitTime(PATIENCE)), context);
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

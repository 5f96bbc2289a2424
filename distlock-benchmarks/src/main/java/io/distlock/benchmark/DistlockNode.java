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

/**
 * distlock as an application has it: configured by properties alone.
 */
public final class DistlockNode {

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
		LockTemplate template = context.getBeanProvider(LockTemplate.class).getIfAvailable();
		return Locker.of(name, (key) -> template.acquire(LockRequest.of(key).waitTime(PATIENCE)), context);
	}

	/**
	 * An application without anything of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}

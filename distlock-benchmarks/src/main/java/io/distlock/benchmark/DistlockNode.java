package io.distlock.benchmark;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.benchmark.measure.Contestant;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import java.time.Duration;

/**
 * distlock as an application has it: configured by properties alone.
 */
public final class DistlockNode {

	private DistlockNode() {
	}

	/**
	 * Start an application.
	 * @param name what the tables call it
	 * @param properties its properties
	 */
	public static Contestant start(String name, String... properties) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=WARN", "spring.application.name=bench",
					"spring.autoconfigure.exclude=com.baomidou.lock.spring.boot.autoconfigure.LockAutoConfiguration,"
							+ "com.baomidou.lock.spring.boot.autoconfigure.RedisTemplateLockAutoConfiguration")
			.properties(properties)
			.run();
		LockTemplate template = context.getBean(LockTemplate.class);
		return Contestant.of(name, (key) -> lock(template, key), context);
	}

	private static void lock(LockTemplate template, String key) {
		try (HeldLock lock = template.acquire(LockRequest.of(key).waitTime(Duration.ofMinutes(1)))) {
			lock.fencingToken();
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

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.path;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.observation.LockObservationAutoConfiguration;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Locks one key once, whenever a line is read, after everything is warm.
 */
public final class OneCall {

	static final String READY = "ready";

	static final String DONE = "done";

	private static final int WARM = 20;

	private OneCall() {
	}

	/**
	 * Lock.
	 * @param args the kind of the call, and the port of Redis
	 */
	public static void main(String[] args) throws Exception {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("distlock.provider=redis", "spring.data.redis.port=" + args[1],
					"spring.liquibase.enabled=false", "spring.main.banner-mode=off")
			.run();
		Runnable call = call(Kind.valueOf(args[0]), application.getBean(Orders.class),
				application.getBean(LockTemplate.class));
		for (int i = 0; i < WARM; i++) {
			call.run();
		}
		System.out.println(READY);
		System.in.read();
		call.run();
		System.out.println(DONE);
		System.in.read();
	}

	private static Runnable call(Kind kind, Orders orders, LockTemplate locks) {
		return switch (kind) {
			case ANNOTATION -> () -> orders.process(1);
			case TEMPLATE -> () -> locks.executeWithoutResult("order", (lock) -> {
			});
			case SHARED -> () -> locks.executeWithoutResult(LockRequest.of("order").shared(), (lock) -> {
			});
		};
	}

	/**
	 * How the lock is asked for.
	 */
	enum Kind {

		ANNOTATION, TEMPLATE, SHARED

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = LockObservationAutoConfiguration.class)
	static class Application {

		@Bean
		Orders orders() {
			return new Orders();
		}

	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		void process(long id) {
		}

	}

}

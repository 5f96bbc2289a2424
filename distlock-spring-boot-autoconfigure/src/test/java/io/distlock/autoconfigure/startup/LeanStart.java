// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.startup;

import io.distlock.annotation.DistributedLock;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Starts an application that uses Redis, and in which nothing is locked, or one method,
 * and stops it.
 */
public final class LeanStart {

	private LeanStart() {
	}

	/**
	 * Start and stop.
	 * @param args what the application is
	 */
	public static void main(String[] args) {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Kind.valueOf(args[0]).application)
			.web(WebApplicationType.NONE)
			.properties("spring.application.name=lean", "spring.main.banner-mode=off")
			.run();
		Runtime.getRuntime().halt(application.isRunning() ? 0 : 1);
	}

	/**
	 * What is locked.
	 */
	enum Kind {

		NOTHING(Unlocked.class), ONE_METHOD(Locked.class);

		private final Class<?> application;

		Kind(Class<?> application) {
			this.application = application;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Unlocked {

	}

	/**
	 * The provider is one of the application, so that no server is looked at.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Locked {

		@Bean
		LockProvider provider() {
			return new LocalLockProvider();
		}

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

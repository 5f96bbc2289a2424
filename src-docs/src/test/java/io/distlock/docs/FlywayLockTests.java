// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.LockEngine;
import io.distlock.LockTemplate;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for Flyway.
 */
class FlywayLockTests {

	@TempDir
	private Path migrations;

	@Test
	void migrationsRunUnderTheLock() throws IOException {
		Files.writeString(this.migrations.resolve("V1__shop.sql"), "create table shop (id int primary key);");
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run("--spring.flyway.enabled=true", "--spring.flyway.locations=filesystem:" + this.migrations,
					"--spring.datasource.generate-unique-name=true", "--spring.main.banner-mode=off")) {
			assertThat(context.getBean(LockAttempts.class).granted).containsExactly(false);
			assertThat(context.getBean(LockTemplate.class).tryAcquire("flyway:shop"))
				.hasValueSatisfying((lock) -> lock.close());
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(FlywayLock.class)
	static class Application {

		@Bean
		LockProvider locks() {
			return new LocalLockProvider();
		}

		@Bean
		LockAttempts attempts(ObjectProvider<LockEngine> engine) {
			return new LockAttempts(engine);
		}

	}

	/**
	 * Tries to get the lock on another thread while a migration runs.
	 */
	static class LockAttempts implements Callback {

		private final ObjectProvider<LockEngine> engine;

		private final List<Boolean> granted = new ArrayList<>();

		LockAttempts(ObjectProvider<LockEngine> engine) {
			this.engine = engine;
		}

		@Override
		public boolean supports(Event event, Context context) {
			return event == Event.AFTER_EACH_MIGRATE;
		}

		@Override
		public boolean canHandleInTransaction(Event event, Context context) {
			return true;
		}

		@Override
		public void handle(Event event, Context context) {
			this.granted.add(CompletableFuture
				.supplyAsync(() -> new LockTemplate(this.engine.getObject()).tryAcquire("flyway:shop").isPresent())
				.join());
		}

		@Override
		public String getCallbackName() {
			return "lock attempts";
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications with Redis as they are started, with everything that is on the class path.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class RedisApplicationTests {

	@Test
	void applicationWithRedisLocksInItWithoutBeingTold(CapturedOutput output) {
		String port = "--spring.data.redis.port=" + RedisServer.shared().port();
		try (ConfigurableApplicationContext context = run(port, "--spring.application.name=shop")) {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(RedisLockProvider.class);
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
		assertThat(output).containsOnlyOnce("Locks: provider redis, prefix 'shop', lease 30s, node '")
			.doesNotContain("is not eligible for getting processed by all BeanPostProcessors")
			.doesNotContain("ERROR");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void lockThatABeanReleasesWhenItIsDestroyedIsSoonFree(String client) {
		String[] arguments = { "--spring.data.redis.port=" + RedisServer.shared().port(), "--distlock.provider=redis",
				"--spring.data.redis.client-type=" + client, "--distlock.key-prefix=keeper-" + client };
		try (ConfigurableApplicationContext other = run(arguments)) {
			ConfigurableApplicationContext stopping = new SpringApplicationBuilder(Application.class, Keeper.class)
				.web(WebApplicationType.NONE)
				.run(arguments);
			Keeper keeper = stopping.getBean(Keeper.class);
			stopping.close();
			assertThat(keeper.released).isTrue();
			assertThat(((LockCatalog) other.getBean(LockProvider.class)).heldLocks(1000))
				.filteredOn((lock) -> lock.key().contains("keeper-" + client))
				.allMatch((lock) -> lock.remaining().compareTo(Duration.ofSeconds(10)) < 0);
		}
	}

	@Test
	void unknownClientFailsAndNamesThoseThatThereAre(CapturedOutput output) {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> run("--distlock.redis.client=carrier-pigeon"));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("distlock.redis.client")
			.contains("carrier-pigeon")
			.contains("AUTO");
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).run(arguments);
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	static class Application {

	}

	/**
	 * Holds a lock as long as it lives.
	 */
	static class Keeper implements DisposableBean {

		private final HeldLock lock;

		private boolean released;

		Keeper(LockTemplate locks) {
			this.lock = locks.acquire("keeper");
		}

		@Override
		public void destroy() {
			this.released = this.lock.release();
		}

	}

}

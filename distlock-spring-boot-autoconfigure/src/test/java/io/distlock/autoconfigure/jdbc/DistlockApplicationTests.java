// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.nio.file.Path;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications as they are started, with everything that is on the class path.
 */
@ExtendWith(OutputCaptureExtension.class)
class DistlockApplicationTests {

	@Test
	void databaseInMemoryIsAnnouncedAsOneOfThisProcess(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run("--spring.application.name=shop")) {
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
		assertThat(output)
			.containsOnlyOnce("Locks: provider jdbc (in memory: this process only), prefix 'shop', lease 30s, node '")
			.containsOnlyOnce(
					"The database that holds the locks is in memory: locks exclude only threads of this process");
	}

	@Test
	void applicationWithADatabaseLocksInItWithoutBeingTold(@TempDir Path folder, CapturedOutput output) {
		try (ConfigurableApplicationContext context = run("--spring.application.name=shop",
				"--spring.datasource.url=jdbc:h2:file:" + folder.resolve("shop"),
				"--distlock.jdbc.initialize-schema=always")) {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(JdbcLockProvider.class);
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
		assertThat(output).containsOnlyOnce("Locks: provider jdbc, prefix 'shop', lease 30s, node '")
			.doesNotContain("is not eligible for getting processed by all BeanPostProcessors")
			.doesNotContain("WARN")
			.doesNotContain("ERROR");
	}

	@Test
	void applicationsThatNameNeitherThemselvesNorAPrefixAreWarned(@TempDir Path folder, CapturedOutput output) {
		String[] shared = { "--spring.datasource.url=jdbc:h2:file:" + folder.resolve("shop"),
				"--distlock.jdbc.initialize-schema=always" };
		lockIn(shared);
		assertThat(output).containsOnlyOnce("Neither 'spring.application.name' nor 'distlock.key-prefix' is set");
		lockIn(shared[0], shared[1], "--distlock.key-prefix=shop");
		lockIn("--distlock.provider=local");
		lockIn();
		assertThat(output).containsOnlyOnce("Neither 'spring.application.name' nor 'distlock.key-prefix' is set");
	}

	@Test
	void lazyApplicationLocksAsWell() {
		try (ConfigurableApplicationContext context = run("--spring.main.lazy-initialization=true")) {
			assertThat(context.getBeanFactory().containsSingleton("distlockProvider")).isFalse();
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
	}

	@Test
	void applicationThatNamesTheLocalProviderUsesIt() {
		try (ConfigurableApplicationContext context = run("--distlock.provider=local")) {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class);
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
	}

	@Test
	void disabledApplicationStartsWithoutLocks(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run("--distlock.enabled=false")) {
			assertThat(context.getBeanNamesForType(LockProvider.class)).isEmpty();
		}
		assertThat(output).containsOnlyOnce("run without any lock");
	}

	private static void lockIn(String... arguments) {
		try (ConfigurableApplicationContext context = run(arguments)) {
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
	}

	private static ConfigurableApplicationContext run(String... arguments) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.datasource.generate-unique-name=true")
			.run(arguments);
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration(exclude = DataRedisAutoConfiguration.class)
	static class Application {

	}

}

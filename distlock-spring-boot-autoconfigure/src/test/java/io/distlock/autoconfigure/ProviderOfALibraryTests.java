// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Another library brings a provider, in an auto-configuration of its own.
 */
class ProviderOfALibraryTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				RedisLockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class,
				DataSourceAutoConfiguration.class))
		.withPropertyValues("spring.datasource.generate-unique-name=true",
				"distlock.zookeeper.connect-string=localhost:1",
				"distlock.redis.redlock.nodes=redis://localhost:1,redis://localhost:2,redis://localhost:3");

	@Test
	void providerWinsBeforeAllStores() {
		this.runner.withConfiguration(AutoConfigurations.of(First.class)).run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(LockProviderCandidate.class);
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		});
	}

	@Test
	void providerWinsAfterTheStoresAndBeforeTheChoice() {
		this.runner.withConfiguration(AutoConfigurations.of(Between.class)).run((context) -> {
			assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockProviderChoice.class)
				.hasSingleBean(LockProvider.class);
			assertThat(context.getBeansOfType(LockProviderCandidate.class)).containsOnlyKeys(
					"distlockJdbcProviderCandidate", "distlockRedisProviderCandidate",
					"distlockZooKeeperProviderCandidate");
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			assertThat(new JdbcTemplate(context.getBean(DataSource.class)).queryForList("show tables")).isEmpty();
		});
	}

	@AutoConfiguration(before = { DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
			RedisLockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class })
	static class First {

		@Bean
		LockProvider libraryLocks() {
			return new LocalLockProvider();
		}

	}

	@AutoConfiguration(before = DistlockAutoConfiguration.class, after = { JdbcLockAutoConfiguration.class,
			RedisLockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class })
	static class Between {

		@Bean
		LockProvider libraryLocks() {
			return new LocalLockProvider();
		}

	}

}

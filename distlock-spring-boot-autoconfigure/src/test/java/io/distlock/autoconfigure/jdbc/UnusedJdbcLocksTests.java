// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.nio.file.Path;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application with a database does not need as long as nothing is locked: a table
 * for locks, a connection to look for it, and a word on which database it is in.
 */
class UnusedJdbcLocksTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class, FencingAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare.withConfiguration(
			AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class));

	@Test
	void databaseWithoutATableIsEnough(@TempDir Path folder) {
		ApplicationContextRunner file = this.runner.withPropertyValues(
				"spring.datasource.url=jdbc:h2:file:" + folder.resolve("shop"), "spring.datasource.username=sa");
		file.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(JdbcTemplate.class).queryForList("show tables")).isEmpty();
		});
		file.withBean(LockUser.class).run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void databaseThatIsDownIsNotAsked() {
		this.runner
			.withPropertyValues("spring.datasource.url=jdbc:postgresql://127.0.0.1:1/shop",
					"spring.datasource.hikari.connection-timeout=250")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(HikariDataSource.class).isRunning()).isFalse();
			});
	}

	@Test
	void severalDatabasesNeedNoChoice() {
		ApplicationContextRunner several = this.bare
			.withBean("customers", DataSource.class, UnusedJdbcLocksTests::database)
			.withBean("orders", DataSource.class, UnusedJdbcLocksTests::database);
		several.run((context) -> assertThat(context).hasNotFailed());
		several.withPropertyValues("distlock.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context).hasNotFailed());
		several.withBean(LockUser.class).run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void tableIsCreatedAllTheSameWhereThatIsAskedFor(@TempDir Path folder) {
		this.runner
			.withPropertyValues("spring.datasource.url=jdbc:h2:file:" + folder.resolve("shop"),
					"spring.datasource.username=sa", "distlock.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context.getBean(JdbcTemplate.class).queryForList("show tables")).isNotEmpty());
	}

	private static DataSource database() {
		return new DriverManagerDataSource("jdbc:h2:mem:");
	}

}

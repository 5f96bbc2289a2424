// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.nio.file.Path;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a developer reads whose database cannot be used.
 */
@ExtendWith(OutputCaptureExtension.class)
class DatabaseStartupFailureTests {

	@Test
	void databaseThatDoesNotAnswerIsToldWithTheInnermostCause(CapturedOutput output) {
		fail("--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/shop");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Cannot connect to the database that holds the table 'DISTLOCK_LOCK'")
			.contains("ConnectException: Connection refused")
			.contains("spring.datasource.*")
			.contains("distlock.jdbc.initialize-schema=never")
			.doesNotContain("\tat ");
	}

	@Test
	void poolThatCannotBeFilledIsToldWithTheInnermostCause(@TempDir Path folder, CapturedOutput output) {
		fail("--spring.datasource.url=jdbc:h2:file:" + folder.resolve("none") + ";IFEXISTS=TRUE");
		assertThat(output).contains("Cannot connect to the database that holds the table 'DISTLOCK_LOCK'")
			.contains("not found")
			.doesNotContain("\tat ");
	}

	@Test
	void databaseThatIsNotSupportedIsToldWithTheOnesThatAre(@TempDir Path folder, CapturedOutput output) {
		fail("--spring.datasource.url=jdbc:sqlite:" + folder.resolve("shop.db"));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("distlock does not support the database 'SQLite' for locks")
			.contains("Use one of H2, PostgreSQL, MySQL")
			.contains("@DistlockDataSource")
			.contains("distlock.provider")
			.doesNotContain("\tat ");
	}

	private static void fail(String... arguments) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> builder.run(arguments).close());
	}

	@Configuration(proxyBeanMethods = false)
	@Import(LockUser.class)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, DistlockAutoConfiguration.class,
			JdbcLockAutoConfiguration.class })
	static class Application {

	}

}

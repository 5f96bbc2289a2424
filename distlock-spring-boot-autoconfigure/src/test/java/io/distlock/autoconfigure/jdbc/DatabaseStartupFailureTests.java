/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
			.contains("There is no connection to the database that holds the table 'DISTLOCK_LOCK'")
			.contains("ConnectException: Connection refused")
			.contains("spring.datasource.*")
			.contains("distlock.jdbc.initialize-schema=never")
			.doesNotContain("\tat ");
	}

	@Test
	void poolThatCannotBeFilledIsToldWithTheInnermostCause(@TempDir Path folder, CapturedOutput output) {
		fail("--spring.datasource.url=jdbc:h2:file:" + folder.resolve("none") + ";IFEXISTS=TRUE");
		assertThat(output).contains("There is no connection to the database that holds the table 'DISTLOCK_LOCK'")
			.contains("not found")
			.doesNotContain("\tat ");
	}

	@Test
	void databaseThatIsNotSupportedIsToldWithTheOnesThatAre(@TempDir Path folder, CapturedOutput output) {
		fail("--spring.datasource.url=jdbc:sqlite:" + folder.resolve("shop.db"));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("distlock keeps no locks or fencing tokens in the database 'SQLite'")
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

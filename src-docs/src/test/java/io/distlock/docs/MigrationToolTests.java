// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tools for migrations create the tables by the scripts, as the page on JDBC says.
 */
class MigrationToolTests {

	@TempDir
	private Path migrations;

	@Test
	void flywayCreatesTheTables() throws IOException {
		Files.writeString(this.migrations.resolve("V7__distlock.sql"), script());
		assertLocks("--spring.flyway.enabled=true", "--spring.flyway.locations=filesystem:" + this.migrations);
	}

	@Test
	void liquibaseCreatesTheTablesWithTheTwoLinesOfThePageInFront() throws IOException {
		String lines = Document.page("jdbc.adoc").blocks("text").get(0);
		assertThat(lines.lines()).hasSize(2);
		Path changes = Files.writeString(this.migrations.resolve("distlock.sql"), lines + "\n" + script());
		assertLocks("--spring.liquibase.enabled=true", "--spring.liquibase.change-log=" + changes.toUri());
	}

	private static void assertLocks(String... properties) {
		String[] all = Stream
			.concat(Stream.of(properties),
					Stream.of("--distlock.provider=jdbc", "--distlock.jdbc.initialize-schema=never",
							"--spring.datasource.generate-unique-name=true", "--spring.main.banner-mode=off"))
			.toArray(String[]::new);
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run(all)) {
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		}
	}

	private static String script() throws IOException {
		try (InputStream script = MigrationToolTests.class.getResourceAsStream("/io/distlock/jdbc/schema-h2.sql")) {
			return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}

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
 * What somebody reads whose database has no lock table.
 */
@ExtendWith(OutputCaptureExtension.class)
class LockTableMissingStartupFailureTests {

	@Test
	void missingTablePrintsItsDefinitionAndTheProperty(@TempDir Path folder, CapturedOutput output) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE);
		assertThatExceptionOfType(Exception.class).isThrownBy(
				() -> builder
					.run("--spring.datasource.url=jdbc:h2:file:" + folder.resolve("locks"),
							"--distlock.jdbc.table-prefix=SHOP_")
					.close());
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("The table 'SHOP_LOCK', which holds the locks, is missing")
			.contains("create table if not exists SHOP_LOCK (")
			.contains("distlock.jdbc.initialize-schema=always");
	}

	@Configuration(proxyBeanMethods = false)
	@Import(LockUser.class)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, DistlockAutoConfiguration.class,
			JdbcLockAutoConfiguration.class })
	static class Application {

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.distlock.LockProviderException;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.LockTableMissingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a user reads whose database has no lock table.
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

	@Test
	void allTablesThatAreMissingAreNamedAtOnce(@TempDir Path folder, CapturedOutput output) {
		fail(folder, Application.class);
		assertThat(output).contains("The table 'DISTLOCK_LOCK', which holds the locks, is missing")
			.contains("The table 'DISTLOCK_JOB', which holds the cluster jobs, is missing")
			.contains("The table 'DISTLOCK_HOLDER', which holds the shared locks and permits, is missing")
			.contains("create table if not exists DISTLOCK_LOCK (")
			.contains("create table if not exists DISTLOCK_JOB (")
			.contains("create table if not exists DISTLOCK_JOB_RUN (")
			.contains("create table if not exists DISTLOCK_HOLDER (")
			.containsOnlyOnce("Or set distlock.jdbc.initialize-schema=always");
	}

	@Test
	void tablesOfJobsThatAreMissingStopTheStartOfAnApplicationWithAJob(@TempDir Path folder, CapturedOutput output) {
		create(folder, 0, 3);
		fail(folder, ApplicationWithJob.class, "--distlock.fencing.initialize-schema=always");
		assertThat(output).contains("The table 'DISTLOCK_JOB', which holds the cluster jobs, is missing")
			.contains("create table if not exists DISTLOCK_JOB (")
			.contains("create table if not exists DISTLOCK_JOB_RUN (")
			.doesNotContain("The table 'DISTLOCK_LOCK'");
		run(folder, Application.class).close();
		run(folder, ApplicationWithJob.class, "--distlock.scheduling.enabled=false",
				"--distlock.fencing.initialize-schema=always")
			.close();
	}

	@Test
	void tableOfPermitsThatIsMissingIsReportedByTheFirstPermit(@TempDir Path folder) {
		create(folder, 0, 1, 2);
		try (ConfigurableApplicationContext context = run(folder, ApplicationWithJob.class,
				"--distlock.fencing.initialize-schema=always")) {
			Reports reports = context.getBean(Reports.class);
			assertThatExceptionOfType(LockProviderException.class).isThrownBy(reports::two)
				.withCauseInstanceOf(LockTableMissingException.class)
				.withMessageContaining("The table 'DISTLOCK_HOLDER' is missing")
				.withMessageContaining("create table if not exists DISTLOCK_HOLDER (")
				.withMessageContaining("distlock.jdbc.initialize-schema=always");
		}
	}

	@Test
	void tableThatLacksAColumnIsNotToldToBeCreated(@TempDir Path folder, CapturedOutput output) {
		DataSource database = new DriverManagerDataSource(url(folder));
		new JdbcLockSchema(database, "DISTLOCK_").create();
		new JdbcTemplate(database).execute("alter table DISTLOCK_LOCK drop column waiting_until");
		fail(folder, Application.class);
		assertThat(output).contains("The table 'DISTLOCK_LOCK', which holds the locks, lacks a column")
			.contains("WAITING_UNTIL")
			.contains("distlock never changes a table that is there")
			.doesNotContain("initialize-schema=always");
	}

	@Test
	void prefixThatCannotBeOneIsRefusedByItsPropertyBeforeTheTableIsCreated(@TempDir Path folder,
			CapturedOutput output) {
		fail(folder, Stores.class, "--distlock.provider=jdbc", "--distlock.jdbc.initialize-schema=always",
				"--distlock.jdbc.table-prefix=my-locks");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("'distlock.jdbc.table-prefix' must be letters, digits and '_'")
			.contains("Correct the value of that property");
	}

	private static void create(Path folder, int... tables) {
		DataSource database = new DriverManagerDataSource(url(folder));
		List<String> statements = new JdbcLockSchema(database, "DISTLOCK_").createStatements();
		JdbcTemplate operator = new JdbcTemplate(database);
		IntStream.of(tables).mapToObj(statements::get).forEach(operator::execute);
	}

	private static void fail(Path folder, Class<?> application, String... arguments) {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> run(folder, application, arguments).close());
	}

	private static ConfigurableApplicationContext run(Path folder, Class<?> application, String... arguments) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.properties("spring.datasource.url=" + url(folder))
			.run(arguments);
	}

	private static String url(Path folder) {
		return "jdbc:h2:file:" + folder.resolve("locks");
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataSourceTransactionManagerAutoConfiguration.class, FencingAutoConfiguration.class,
			ClusterSchedulingAutoConfiguration.class })
	@Import(Application.class)
	static class ApplicationWithJob {

		@Bean
		Reports reports() {
			return new Reports();
		}

	}

	static class Reports {

		@ClusterScheduled(name = "daily", cron = "0 0 6 * * *", zone = "UTC")
		void daily() {
		}

		@ClusterConcurrencyLimit(name = "two", permits = 2)
		void two() {
		}

		@DistributedLock(name = "one", fenced = true)
		@Transactional
		void one() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import({ LockUser.class, Stores.class })
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, DistlockAutoConfiguration.class,
			JdbcLockAutoConfiguration.class })
	static class Stores {

	}

}

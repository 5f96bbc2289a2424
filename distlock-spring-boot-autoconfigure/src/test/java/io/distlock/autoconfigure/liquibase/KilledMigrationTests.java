// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.liquibase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.testserver.jdbc.PostgresServer;
import liquibase.exception.LockException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.contentOf;
import static org.awaitility.Awaitility.await;

/**
 * A process is killed while it migrates, and the next one starts.
 */
@Tag("proof")
class KilledMigrationTests {

	@TempDir
	private Path folder;

	@Test
	void nextNodeMigratesWhenTheLeaseHasExpired() throws Exception {
		String[] node = node("true");
		killWhileItMigrates(node);
		try (ConfigurableApplicationContext next = MigratingNode.start(node)) {
			assertThat(invoices(next)).isZero();
		}
	}

	@Test
	void withoutTheLockTheNextNodeDoesNotStart() throws Exception {
		String[] node = node("false");
		killWhileItMigrates(node);
		System.setProperty("liquibase.changelogLockWaitTimeInMinutes", "0");
		try {
			assertThatException().isThrownBy(() -> MigratingNode.start(node))
				.withRootCauseInstanceOf(LockException.class);
		}
		finally {
			System.clearProperty("liquibase.changelogLockWaitTimeInMinutes");
		}
	}

	private static long invoices(ConfigurableApplicationContext context) {
		Long count = context.getBean(JdbcTemplate.class).queryForObject("select count(*) from invoice", Long.class);
		return (count != null) ? count : -1;
	}

	/**
	 * The change set of the first node sleeps; that of the second one finds its mark.
	 */
	private String[] node(String enabled) throws IOException {
		PostgresServer server = PostgresServer.shared();
		String url = server.newDatabase();
		Path changes = Files.writeString(this.folder.resolve("changes.sql"), """
				--liquibase formatted sql
				--changeset shop:1 runInTransaction:false
				create table if not exists attempt (id bigint);
				insert into attempt values (1);
				select pg_sleep(case when count(*) = 1 then 3600 else 0 end) from attempt;
				create table invoice (id bigint primary key);
				""");
		return new String[] { "--spring.datasource.url=" + url, "--spring.datasource.username=" + server.user(),
				"--spring.liquibase.enabled=true", "--spring.liquibase.change-log=" + changes.toUri(),
				"--distlock.provider=jdbc", "--distlock.jdbc.initialize-schema=always", "--distlock.lease-time=2s",
				"--distlock.liquibase.enabled=" + enabled, "--spring.main.banner-mode=off" };
	}

	private void killWhileItMigrates(String... node) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx192m",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
						MigratingNode.class.getName()));
		command.addAll(List.of(node));
		JdbcTemplate database = new JdbcTemplate(new DriverManagerDataSource(
				node[0].substring(node[0].indexOf('=') + 1), node[1].substring(node[1].indexOf('=') + 1), ""));
		Path log = this.folder.resolve("node.log");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		try {
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				assertThat(process.isAlive()).as(() -> contentOf(log.toFile())).isTrue();
				return !database
					.queryForList("select 1 from pg_stat_activity where datname = current_database()"
							+ " and state = 'active' and query like 'select pg_sleep%'")
					.isEmpty();
			});
		}
		finally {
			process.destroyForcibly().waitFor();
		}
	}

}

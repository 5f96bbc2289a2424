// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.jdbc;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;

import io.distlock.testserver.LifelineSleeper;
import io.distlock.testserver.ServerFiles;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The servers that other tests rely on.
 */
@Tag("timing")
class TestServersTests {

	@Test
	void postgresComesBackAfterKillWithItsData() {
		try (PostgresServer server = new PostgresServer()) {
			comesBack(server);
		}
	}

	@Test
	void mariaDbComesBackAfterKillWithItsData() {
		try (MariaDbServer server = new MariaDbServer()) {
			comesBack(server);
		}
	}

	@Test
	void h2ComesBackAfterKillWithItsData() {
		try (H2Server server = new H2Server()) {
			comesBack(server);
		}
	}

	@Test
	void mySqlComesBackAfterKillWithItsData() {
		try (MySqlServer server = new MySqlServer()) {
			comesBack(server);
		}
	}

	@Test
	void serversOfAKindHaveDataOfTheirOwn() {
		try (DatabaseServer one = new MariaDbServer(); DatabaseServer other = new MariaDbServer()) {
			one.start();
			DatabaseServer.execute(one.dataSource(one.newDatabase()), "create table t (id int)");
			other.start();
			DatabaseServer.execute(other.dataSource(other.newDatabase()), "create table t (id int)");
		}
	}

	@Test
	void programAndItsChildrenEndWithTheJvmThatIsKilled() throws Exception {
		Path log = ServerFiles.newDataFolder("lifeline").resolve("log");
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		Process jvm = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"),
				LifelineSleeper.class.getName(), log.toString())
			.redirectErrorStream(true)
			.start();
		try (BufferedReader output = jvm.inputReader()) {
			List<Long> programs = List.of(Long.valueOf(output.readLine()), Long.valueOf(output.readLine()));
			assertThat(programs).allMatch(TestServersTests::isAlive);
			jvm.destroyForcibly();
			Awaitility.await().until(() -> programs.stream().noneMatch(TestServersTests::isAlive));
		}
	}

	private static boolean isAlive(long program) {
		return ProcessHandle.of(program).filter(ProcessHandle::isAlive).isPresent();
	}

	private void comesBack(DatabaseServer server) {
		server.start();
		String url = server.newDatabase();
		DatabaseServer.execute(server.dataSource(url), "create table kept (id int)");
		String running = server.url(server.adminDatabase());
		server.kill();
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> DatabaseServer.execute(server.dataSource(running), "select 1"));
		server.start();
		DatabaseServer.execute(server.dataSource(url), "insert into kept values (1)");
		assertThat(server.cpuTime()).isPositive();
	}

}

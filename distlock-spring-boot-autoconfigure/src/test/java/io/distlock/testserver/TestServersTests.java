package io.distlock.testserver;

import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The servers that other tests rely on.
 */
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
	void mySqlComesBackAfterKillWithItsData() {
		Assumptions.assumeTrue(MySqlServer.unavailable().isEmpty(), MySqlServer::unavailable);
		try (MySqlServer server = new MySqlServer()) {
			comesBack(server);
		}
	}

	private void comesBack(DatabaseServer server) {
		server.start();
		String url = server.newDatabase();
		DatabaseServer.execute(server.dataSource(url), "create table kept (id int)");
		server.kill();
		server.start();
		DatabaseServer.execute(server.dataSource(url), "insert into kept values (1)");
		assertThat(Stream.of(server.log())).allMatch((log) -> !Lifeline.read(log).isEmpty());
	}

}

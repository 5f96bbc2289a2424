// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.H2Server;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Databases that reject the password of the nodes for a while.
 */
@Tag("databases")
class ChangedPasswordTests {

	private static final Duration SERVICE = Duration.ofSeconds(10);

	private static final LockRequest REQUEST = LockRequest.of("guarded").waitTime(Duration.ZERO);

	@Test
	void postgresqlServesAgainAfterItHasRejectedThePassword() {
		assertServedAgain(PostgresServer::new, "create role locks login password 'first' superuser",
				"alter role locks password '%s'",
				"select pg_terminate_backend(pid) from pg_stat_activity where usename = 'locks'");
	}

	@Test
	void mariaDbServesAgainAfterItHasRejectedThePassword() {
		assertServedAgain(MariaDbServer::new, "grant all on *.* to locks identified by 'first'",
				"alter user locks identified by '%s'", "kill user locks");
	}

	@Test
	void h2ServesAgainAfterItHasRejectedThePassword() {
		assertServedAgain(H2Server::new, "create user locks password 'first' admin",
				"alter user locks set password '%s'",
				"select abort_session(session_id) from information_schema.sessions where user_name = 'LOCKS'");
	}

	private static void assertServedAgain(Supplier<DatabaseServer> creator, String user, String password, String kill) {
		try (DatabaseServer server = creator.get(); HikariDataSource business = new HikariDataSource()) {
			server.start();
			String url = server.newDatabase();
			JdbcTemplate admin = new JdbcTemplate(server.dataSource(url));
			new JdbcLockSchema(server.dataSource(url), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
			admin.execute(user);
			business.setJdbcUrl(url);
			business.setUsername("locks");
			business.setPassword("first");
			try (JdbcLockProvider provider = new JdbcLockProvider(business, JdbcLockSettings.defaults());
					LeaseLockEngine engine = new LeaseLockEngine(provider, LeaseSettings.of("guarded", "test"),
							(event) -> {
							})) {
				LockTemplate template = new LockTemplate(engine);
				template.acquire(REQUEST).close();
				admin.execute(password.formatted("second"));
				admin.execute(kill);
				Awaitility.await()
					.atMost(Duration.ofSeconds(30))
					.untilAsserted(() -> assertThat(failure(template)).contains("rejects the user or password"));
				admin.execute(password.formatted("first"));
				Awaitility.await().atMost(SERVICE).until(() -> failure(template).isEmpty());
			}
		}
	}

	private static String failure(LockTemplate template) {
		try {
			template.tryAcquire(REQUEST).ifPresent(HeldLock::close);
			return "";
		}
		catch (LockProviderException ex) {
			return ex.getMessage();
		}
	}

}

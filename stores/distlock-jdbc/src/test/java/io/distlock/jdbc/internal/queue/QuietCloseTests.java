// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node that has waited for a lock, and is closed, leaves no warning of its connections.
 */
class QuietCloseTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@Test
	void closeOfAListeningNodeWarnsOfNothing() {
		PostgresServer server = PostgresServer.shared();
		try (HikariDataSource business = new HikariDataSource()) {
			business.setJdbcUrl(server.newDatabase());
			business.setUsername(server.user());
			business.setPassword("");
			new JdbcLockSchema(business, "DISTLOCK_").create();
			closeWhileWaiting(new JdbcLockProvider(business, JdbcLockSettings.defaults()), business);
		}
		finally {
			this.root.detachAppender(this.log);
		}
		assertThat(this.log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
	}

	// Those who hold and wait leave only after the end, so that the node listens until
	// then.
	private void closeWhileWaiting(JdbcLockProvider provider, HikariDataSource business) {
		List<Thread> before = listeningThreads();
		LockClaim claim = LockClaim.of(new LockKey("app", "quiet"), Duration.ofMinutes(10), 1, "node 1");
		Contender holder = provider.contend(claim, () -> {
		});
		Contender waiter = provider.contend(claim, () -> {
		});
		holder.attempt(new LockOwner("holder:1"));
		waiter.attempt(new LockOwner("waiter:1"));
		Awaitility.await().atMost(PATIENCE).until(() -> listening(business), (count) -> count == 1);
		this.log.start();
		this.root.addAppender(this.log);
		provider.close();
		Awaitility.await().atMost(PATIENCE).until(() -> before.containsAll(listeningThreads()));
		this.root.detachAppender(this.log);
	}

	private static Integer listening(HikariDataSource dataSource) {
		return new JdbcTemplate(dataSource).queryForObject("""
				select count(*) from pg_stat_activity
				where datname = current_database() and state = 'idle' and query like 'listen%'""", Integer.class);
	}

	private static List<Thread> listeningThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("distlock-jdbc-listen"))
			.toList();
	}

}

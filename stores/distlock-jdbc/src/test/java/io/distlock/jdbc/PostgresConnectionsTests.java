// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.sql.DataSource;

import io.distlock.LockTemplate;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockKey;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many connections to PostgreSQL a node has that does all at once: many threads, many
 * locks, one that all nodes fight for, renewals, jobs, lists and the purge.
 */
@Tag("timing")
class PostgresConnectionsTests {

	private static final int NODES = 5;

	private static final int THREADS = 8;

	private static final int FOR_EACH_NODE = 3;

	private final DataSource database = PostgresServer.shared().dataSource(PostgresServer.shared().newDatabase());

	private final JdbcTemplate operator = new JdbcTemplate(this.database);

	private final AtomicBoolean over = new AtomicBoolean();

	@Test
	void nodeHasTwoConnectionsOfTheApplicationAndOneThatListens() throws Exception {
		new JdbcLockSchema(this.database, "DISTLOCK_").create();
		Awaitility.await().until(() -> sessions("true") == 0);
		ExecutorService threads = Executors.newCachedThreadPool();
		List<AutoCloseable> nodes = new ArrayList<>();
		List<Future<?>> work = new ArrayList<>();
		for (int node = 0; node < NODES; node++) {
			JdbcLockProvider provider = new JdbcLockProvider(this.database, JdbcLockSettings.defaults());
			LeaseSettings leases = LeaseSettings.of("count", "node" + node)
				.withWaitTime(Duration.ofSeconds(30))
				.withLeaseTime(Duration.ofSeconds(6))
				.withHandOff(32, Duration.ofMillis(10));
			LeaseLockEngine engine = new LeaseLockEngine(provider, leases, (event) -> {
			});
			nodes.add(engine);
			nodes.add(provider);
			LockTemplate locks = new LockTemplate(engine);
			for (int thread = 0; thread < THREADS; thread++) {
				String own = "own:" + node + ":" + thread;
				work.add(threads.submit(() -> use(provider, locks, own)));
			}
		}
		int most = 0;
		int listening = 0;
		for (int look = 0; look < 60; look++) {
			most = Math.max(most, settledSessions());
			listening = Math.max(listening, sessions("query like 'listen%'"));
			Thread.sleep(50);
		}
		this.over.set(true);
		for (Future<?> each : work) {
			each.get();
		}
		for (AutoCloseable each : nodes) {
			each.close();
		}
		threads.shutdown();
		System.out.printf("%d nodes have %d connections at most%n", NODES, most);
		assertThat(listening).isBetween(1, NODES);
		assertThat(most).isBetween(2 * NODES, FOR_EACH_NODE * NODES);
	}

	private void use(JdbcLockProvider provider, LockTemplate locks, String own) {
		while (!this.over.get()) {
			locks.execute(own, (held) -> locks.execute("shared", (shared) -> pause(2)));
			locks.execute("shared", (shared) -> pause(1));
			provider.heldLocks(10);
			provider.jobLedger().history(new LockKey("app", "job"), 10);
			provider.purge();
		}
	}

	private static boolean pause(long millis) {
		try {
			Thread.sleep(millis);
			return true;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The server may take a moment to end the session of a connection that was closed.
	 */
	private int settledSessions() {
		return Awaitility.await().until(() -> sessions("true"), (count) -> count <= FOR_EACH_NODE * NODES);
	}

	private int sessions(String condition) {
		return this.operator.queryForObject("""
				select count(*) from pg_stat_activity where datname = current_database()
				and backend_type = 'client backend' and pid <> pg_backend_pid() and %s""".formatted(condition),
				Integer.class);
	}

}

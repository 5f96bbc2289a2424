// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RenewalListener;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A commit waits for a synchronous standby, and the wait is cancelled. PostgreSQL reports
 * success with a warning, but a failover may lose the commit.
 */
class UnreplicatedCommitTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final PostgresServer server = new PostgresServer("fsync=off", "max_connections=50");

	private final LockKey key = new LockKey("app", "key");

	private JdbcTemplate operator;

	private JdbcLockProvider provider;

	@BeforeEach
	void start() {
		this.server.start();
		DataSource database = this.server.dataSource(this.server.newDatabase());
		this.operator = new JdbcTemplate(database);
		new JdbcLockSchema(database, "DISTLOCK_").create();
		this.provider = new JdbcLockProvider(database, JdbcLockSettings.defaults());
	}

	@AfterEach
	void stop() {
		this.provider.close();
		this.server.close();
	}

	@Test
	void grantIsUnknown() {
		requireStandby("ANY 1 (missing)");
		for (LockMode mode : List.of(LockMode.EXCLUSIVE, LockMode.SHARED)) {
			assertUnknown(() -> attempt(this.key.in(mode)));
		}
	}

	@Test
	void grantIsKnownWithoutTheStandby() {
		assertThat(attempt(this.key)).isInstanceOf(Attempt.Granted.class);
	}

	@Test
	void renewalIsUnknown() {
		Lease lease = ((Attempt.Granted) attempt(this.key)).lease();
		requireStandby("ANY 1 (missing)");
		AtomicReference<String> outcome = new AtomicReference<>();
		cancelled(() -> this.provider.renew(List.of(lease), new RenewalListener() {

			@Override
			public void kept(Lease kept) {
				outcome.set("kept");
			}

			@Override
			public void lost(Lease lost) {
				outcome.set("lost");
			}

			@Override
			public void unknown(Lease unknown, Throwable failure) {
				outcome.set("unknown");
			}

		}));
		assertThat(outcome).hasValue("unknown");
	}

	@Test
	void claimOfAJobIsUnknown() {
		requireStandby("ANY 1 (missing)");
		assertUnknown(
				() -> this.provider.jobLedger().write(new LockKey("app", "job"), 0, JobState.unknown(), List.of(), 5));
	}

	private void requireStandby(String names) {
		this.operator.execute("alter system set synchronous_standby_names = '" + names + "'");
		this.operator.execute("select pg_reload_conf()");
		Awaitility.await()
			.until(() -> names.equals(this.operator.queryForObject("show synchronous_standby_names", String.class)));
	}

	private void assertUnknown(Runnable request) {
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> cancelled(request))
			.returns(LockStoreException.Outcome.UNKNOWN, LockStoreException::getOutcome)
			.withMessageContaining("No synchronous standby has acknowledged the commit");
	}

	/**
	 * Run a request, and cancel each wait for a standby.
	 */
	private void cancelled(Runnable request) {
		CompletableFuture<Void> running = CompletableFuture.runAsync(request);
		Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> {
			this.operator.queryForList(
					"select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'", Boolean.class);
			return running.isDone();
		});
		try {
			running.join();
		}
		catch (CompletionException ex) {
			throw (RuntimeException) ex.getCause();
		}
	}

	private Attempt attempt(LockKey wanted) {
		LockClaim claim = LockClaim.of(wanted, LEASE, 1, "node");
		try (Contender contender = this.provider.contend(claim, () -> {
		})) {
			return contender.attempt(new LockOwner(UUID.randomUUID().toString()));
		}
	}

}

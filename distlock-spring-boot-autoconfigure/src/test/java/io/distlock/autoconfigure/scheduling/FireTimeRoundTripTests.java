// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.IntSupplier;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.CountingRelay;
import io.distlock.testserver.zookeeper.ZooKeeperRelay;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The round trips of a fire time, for a job whose history is full.
 */
@Tag("timing")
class FireTimeRoundTripTests {

	private static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");

	private static final int HISTORY = 3;

	private static final int FIRE_TIMES = 50;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class));

	@Test
	void fireTimeInPostgresIsFourRoundTrips() throws IOException {
		assertThat(inPostgres()).isEqualTo(4 * FIRE_TIMES);
	}

	@Test
	void fireTimeInRedisIsFourRoundTrips() throws IOException {
		try (CountingRelay relay = new CountingRelay(RedisServer.shared().port())) {
			assertThat(count(this.runner
				.withConfiguration(
						AutoConfigurations.of(RedisLockAutoConfiguration.class, DataRedisAutoConfiguration.class))
				.withPropertyValues("spring.data.redis.port=" + relay.port()), relay::roundTrips))
				.isEqualTo(4 * FIRE_TIMES);
		}
	}

	/**
	 * The server may remove the parent of the lock in between, which is made anew then.
	 */
	@Test
	void fireTimeInZooKeeperIsSevenRoundTrips() throws IOException {
		try (ZooKeeperRelay relay = new ZooKeeperRelay(ZooKeeperServers.shared().getPort())) {
			relay.delayAnswers(Duration.ofMillis(4));
			assertThat(count(
					this.runner.withConfiguration(AutoConfigurations.of(ZooKeeperLockAutoConfiguration.class))
						.withPropertyValues("distlock.zookeeper.connect-string=" + relay.connectString()),
					relay::roundTrips))
				.isBetween(7 * FIRE_TIMES, 7 * FIRE_TIMES + FIRE_TIMES / 2);
		}
	}

	private int inPostgres() throws IOException {
		PostgresServer server = PostgresServer.shared();
		String url = server.newDatabase();
		int port = URI.create(url.substring("jdbc:".length())).getPort();
		try (CountingRelay relay = new CountingRelay(port)) {
			return count(this.runner
				.withConfiguration(
						AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class))
				.withPropertyValues("spring.datasource.url=" + url.replace(":" + port, ":" + relay.port()),
						"spring.datasource.username=" + server.user(), "distlock.jdbc.initialize-schema=always"),
					relay::roundTrips);
		}
	}

	private static int count(ApplicationContextRunner application, IntSupplier roundTrips) {
		int[] counted = new int[1];
		application.run((context) -> {
			JobStore store = context.getBean(JobStores.class).find("").orElseThrow();
			LockKey job = store.key("round-trips-" + UUID.randomUUID());
			store.ledger().write(job, 0, JobState.unknown(), List.of(), HISTORY);
			for (int i = 0; i < FIRE_TIMES; i++) {
				fire(store, job, SIX.plusSeconds(i));
			}
			int before = roundTrips.getAsInt();
			for (int i = FIRE_TIMES; i < 2 * FIRE_TIMES; i++) {
				fire(store, job, SIX.plusSeconds(i));
			}
			counted[0] = roundTrips.getAsInt() - before;
			assertThat(store.ledger().history(job, 2 * HISTORY)).hasSize(HISTORY)
				.allMatch((run) -> run.outcome() == Outcome.SUCCEEDED);
		});
		System.out.printf("%d round trips for %d fire times%n", counted[0], FIRE_TIMES);
		return counted[0];
	}

	private static void fire(JobStore store, LockKey job, Instant fireTime) {
		JobLedger ledger = store.ledger();
		JobEntry polled = ledger.readAll(List.of(job)).get(job);
		try (HeldLock held = store.locks().acquire(LockRequest.of("cluster-job:" + job.name())).orElseThrow()) {
			JobRun run = new JobRun(fireTime, 1, "node", held.fencingToken(), fireTime, null, Outcome.RUNNING, null);
			JobEntry claimed = ledger
				.write(job, polled.version(), polled.state().withRunning(run), List.of(run), HISTORY)
				.orElseThrow();
			List<JobRun> record = List.of(run.ended(fireTime, Outcome.SUCCEEDED, null));
			JobState ended = claimed.state().withLastEnd(fireTime);
			boolean released = ((EngineLock) held)
				.releaseBy((key, owner, lastToken) -> ledger.releasing(key, owner, lastToken)
					.filter((write) -> write.write(job, claimed.version(), ended, record, HISTORY).isPresent())
					.isPresent());
			assertThat(released || ledger.write(job, claimed.version(), ended, record, HISTORY).isPresent()).isTrue();
		}
	}

}

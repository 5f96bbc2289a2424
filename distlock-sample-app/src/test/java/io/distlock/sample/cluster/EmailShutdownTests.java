// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.distlock.sample.EmailClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The customer email on three nodes in three JVMs, of which the one that sends is told to
 * stop, as a deployment does: others need not wait for the lease of its run.
 */
@Tag("timing")
class EmailShutdownTests {

	private static final Duration LEASE = Duration.ofSeconds(90);

	/**
	 * After two thirds of it the run is interrupted.
	 */
	private static final Duration SHUTDOWN = Duration.ofSeconds(6);

	private static final Duration ALLOWANCE = SHUTDOWN.plus(Duration.ofSeconds(15));

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	@Test
	void nodeThatIsToldToStopRecordsItsRunAndAnotherGoesOnAtOnce() throws Exception {
		try (RunningCluster cluster = RunningCluster.start("--ports=0,0", "--shop.email.cron=* * * * * *",
				"--shop.email.lease-time=" + LEASE.toSeconds() + "s", "--shop.email.customers=3000",
				"--shop.email.batch-size=2", "--shop.email.pause=100ms",
				"--spring.lifecycle.timeout-per-shutdown-phase=" + SHUTDOWN.toSeconds() + "s")) {
			EmailClient email = new EmailClient(cluster.awaitReady());
			EmailRun run = await().atMost(PATIENCE).until(() -> running(email), Optional::isPresent).orElseThrow();
			long pid = EmailRun.pids(email).get(run.node());
			Instant told = Instant.now();
			assertThat(cluster.nodes()).filteredOn((node) -> node.pid() == pid)
				.singleElement()
				.matches(ProcessHandle::destroy);
			EmailRun next = await().atMost(PATIENCE).until(() -> after(email, run), Optional::isPresent).orElseThrow();
			System.out.printf("Milliseconds from SIGTERM to the next attempt, lease %d ms: %d%n", LEASE.toMillis(),
					Duration.between(told, next.startedAt()).toMillis());
			assertThat(next.startedAt()).isBefore(told.plus(ALLOWANCE));
			assertThat(next.node()).isNotEqualTo(run.node());
			List<EmailRun> attempts = EmailRun.latest(email, 10)
				.stream()
				.filter((each) -> each.fireTime().equals(run.fireTime()) && each.attempt() == run.attempt())
				.toList();
			assertThat(attempts).extracting(EmailRun::outcome).containsExactly("LOST");
		}
	}

	private static Optional<EmailRun> running(EmailClient email) {
		return (EmailRun.pids(email).size() < 2) ? Optional.empty()
				: EmailRun.latest(email, 1)
					.stream()
					.filter((run) -> run.outcome().equals("RUNNING") && run.emails() > 0)
					.findFirst();
	}

	private static Optional<EmailRun> after(EmailClient email, EmailRun stopped) {
		return EmailRun.latest(email, 10)
			.stream()
			.filter((run) -> run.fireTime().equals(stopped.fireTime()) && run.attempt() == stopped.attempt() + 1)
			.findFirst();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.distlock.sample.EmailClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The customer email on three nodes in three JVMs, of which the one that sends is
 * suspended, and killed again and again.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("timing")
class EmailTakeoverTests {

	private static final int KILLS = 3 * Integer.getInteger("distlock.test.scale", 1);

	private static final int MOST_KILLS_OF_A_FIRE_TIME = 3;

	private static final int CUSTOMERS = 12;

	private static final int BATCH = 2;

	private static final Duration LEASE = Duration.ofSeconds(1);

	/**
	 * What a takeover may need beside the lease, and what this machine may need on top,
	 * which starts a JVM after each kill.
	 */
	private static final Duration ALLOWANCE = Duration.ofSeconds(1).plus(Duration.ofSeconds(2));

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static RunningCluster cluster;

	private static EmailClient email;

	@BeforeAll
	static void start() throws Exception {
		cluster = RunningCluster.start("--ports=0,0,0", "--shop.restart-after=0s", "--shop.email.cron=* * * * * *",
				"--shop.email.lease-time=" + LEASE.toMillis() + "ms", "--shop.email.customers=" + CUSTOMERS,
				"--shop.email.batch-size=" + BATCH, "--shop.email.pause=100ms",
				"--distlock.scheduling.history-size=1000");
		email = new EmailClient(cluster.awaitReady());
	}

	@AfterAll
	static void stop() throws Exception {
		cluster.close();
	}

	@Test
	@Order(2)
	void killedSendersLeaveEveryCustomerWithOneEmailForEachFireTime() {
		List<Long> takeovers = new ArrayList<>();
		while (takeovers.size() < KILLS) {
			EmailRun run = await().atMost(PATIENCE)
				.until(EmailTakeoverTests::runToKill, Optional::isPresent)
				.orElseThrow();
			Instant killedAt = Instant.now();
			kill(run.node());
			EmailRun next = await().atMost(PATIENCE).until(() -> after(run), Optional::isPresent).orElseThrow();
			if (next.attempt() > run.attempt()) {
				takeovers.add(Duration.between(killedAt, next.startedAt()).toMillis());
			}
		}
		System.out.printf("Milliseconds from kill -9 to takeover, lease %d ms: %s%n", LEASE.toMillis(), takeovers);
		assertThat(takeovers)
			.allSatisfy((millis) -> assertThat(millis).isLessThanOrEqualTo(LEASE.plus(ALLOWANCE).toMillis()));
		assertEveryFireTimeIsComplete();
	}

	@Test
	@Order(1)
	void suspendedSenderThatWakesUpLateAddsNothing() throws Exception {
		EmailRun run = await().atMost(PATIENCE).until(EmailTakeoverTests::runToKill, Optional::isPresent).orElseThrow();
		long pid = pids().getOrDefault(run.node(), 0L);
		signal("-STOP", pid);
		EmailRun next;
		try {
			next = await().atMost(PATIENCE).until(() -> after(run), Optional::isPresent).orElseThrow();
		}
		finally {
			signal("-CONT", pid);
		}
		assertThat(next.attempt()).isEqualTo(run.attempt() + 1);
		await().atMost(PATIENCE).until(() -> runs(1).get(0).fireTime().isAfter(run.fireTime()));
		assertEveryFireTimeIsComplete();
	}

	private static void signal(String signal, long pid) throws Exception {
		assertThat(new ProcessBuilder("kill", signal, String.valueOf(pid)).start().waitFor()).isZero();
	}

	private static Optional<EmailRun> runToKill() {
		return (pids().size() < 2) ? Optional.empty()
				: runs(1).stream()
					.filter((run) -> run.outcome().equals("RUNNING") && run.attempt() <= MOST_KILLS_OF_A_FIRE_TIME)
					.filter((run) -> run.emails() > 0 && run.emails() <= CUSTOMERS / 2)
					.findFirst();
	}

	/**
	 * Find what became of a run whose node was killed: the next attempt, or its end if it
	 * was faster.
	 */
	private static Optional<EmailRun> after(EmailRun killed) {
		return runs(10).stream()
			.filter((run) -> run.fireTime().equals(killed.fireTime()))
			.filter((run) -> run.attempt() == killed.attempt() + 1 || run.outcome().equals("SUCCEEDED"))
			.min((one, other) -> one.attempt() - other.attempt());
	}

	private static void kill(String node) {
		Long pid = pids().get(node);
		cluster.nodes().stream().filter((process) -> process.pid() == pid).forEach(ProcessHandle::destroyForcibly);
	}

	private static Map<String, Long> pids() {
		return EmailRun.pids(email);
	}

	private static void assertEveryFireTimeIsComplete() {
		Instant unfinished = await().atMost(PATIENCE).until(() -> runs(1), (runs) -> !runs.isEmpty()).get(0).fireTime();
		Map<Instant, List<EmailRun>> byFireTime = runs(1000).stream()
			.filter((run) -> run.fireTime().isBefore(unfinished))
			.collect(Collectors.groupingBy(EmailRun::fireTime));
		int repeats = byFireTime.entrySet()
			.stream()
			.mapToInt((entry) -> assertComplete(entry.getKey(), entry.getValue()))
			.sum();
		System.out.printf("Fire times: %d, emails: %d, of these sent again and recognised: %d%n", byFireTime.size(),
				byFireTime.size() * CUSTOMERS, repeats);
	}

	/**
	 * Check that one run succeeded, and that what was sent again is no more than the
	 * batches that killed runs could not write down.
	 */
	private static int assertComplete(Instant fireTime, List<EmailRun> runs) {
		assertThat(runs).filteredOn((run) -> run.outcome().equals("SUCCEEDED")).as("runs %s", runs).hasSize(1);
		assertThat(runs).extracting(EmailRun::outcome).isSubsetOf("SUCCEEDED", "LOST");
		List<JsonNode> mails = read("/email?runs=1&fireTime=" + fireTime).get("mails").valueStream().toList();
		assertThat(mails).extracting((mail) -> mail.get("recipient").asString())
			.as("recipients of %s", fireTime)
			.hasSize(CUSTOMERS)
			.doesNotHaveDuplicates();
		int repeats = mails.stream().mapToInt((mail) -> mail.get("repeats").asInt()).sum();
		assertThat(repeats).as("repeats of %s, runs %s", fireTime, runs).isLessThanOrEqualTo(BATCH * (runs.size() - 1));
		return repeats;
	}

	private static List<EmailRun> runs(int most) {
		return EmailRun.latest(email, most);
	}

	private static JsonNode read(String path) {
		return email.read(path).orElseThrow(() -> new AssertionError("No node answered " + path));
	}

}

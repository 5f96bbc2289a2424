// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.sample.EmailClient;
import io.distlock.sample.ShopClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Three nodes in three JVMs that are restarted one by one under load, as the pods of a
 * deployment are: out of the rotation first, {@code SIGTERM} after the {@code preStop}
 * hook, and back in the rotation when ready. The node that runs the job comes first.
 */
@Tag("timing")
class RollingRestartTests {

	private static final Duration PRE_STOP = Duration.ofSeconds(5);

	private static final Duration SHUTDOWN_PHASE = Duration.ofSeconds(20);

	private static final Duration TERMINATION_GRACE = PRE_STOP.plus(SHUTDOWN_PHASE.multipliedBy(2)).plusSeconds(5);

	private static final Duration BETWEEN_FIRE_TIMES = Duration.ofSeconds(20);

	private static final int CUSTOMERS = 12;

	private static final int BATCH = 2;

	/**
	 * How long a key may be unavailable.
	 */
	private static final Duration SERVICE_BOUND = Duration.ofSeconds(10);

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<Long> stops = new ArrayList<>();

	@ParameterizedTest
	@ValueSource(strings = { "jdbc", "redis" })
	void rollingRestartLosesNoJobAndRefusesNoCall(String provider) throws Exception {
		try (RestartedNodes cluster = RestartedNodes.start("--ports=0,0,0", "--distlock.provider=" + provider,
				"--spring.lifecycle.timeout-per-shutdown-phase=" + SHUTDOWN_PHASE.toSeconds() + "s",
				"--shop.email.cron=0/" + BETWEEN_FIRE_TIMES.toSeconds() + " * * * * *",
				"--shop.email.customers=" + CUSTOMERS, "--shop.email.batch-size=" + BATCH, "--shop.email.pause=800ms",
				"--distlock.scheduling.history-size=1000"); ShopLoad load = ShopLoad.start(cluster.addresses())) {
			EmailClient email = new EmailClient(cluster.addresses());
			long before = System.nanoTime();
			EmailRun first = await().atMost(PATIENCE).until(() -> running(email), Optional::isPresent).orElseThrow();
			long begun = System.nanoTime();
			Instant begunAt = Instant.now();
			for (String node : order(cluster.names(), first.node())) {
				restart(cluster, node, load);
			}
			Instant endedAt = Instant.now();
			long ended = System.nanoTime();
			load.close();
			List<EmailRun> runs = await().atMost(PATIENCE)
				.until(() -> EmailRun.latest(email, 1000), (latest) -> hasSucceededAfter(latest, endedAt));
			System.out.printf(
					"Rolling restart of 3 nodes in %d s, locks in %s: %d fire times, runs broken off and continued "
							+ "elsewhere: %d; calls: %d, refused: %d; longest time between two orders of an item: "
							+ "%d ms, before the restart: %d ms; milliseconds from SIGTERM to the end: %s%n",
					Duration.between(begunAt, endedAt).toSeconds(), provider, fireTimes(runs).size(), lost(runs),
					load.count(), load.failures().size(), load.longestGapMillis(begun, ended),
					load.longestGapMillis(before, begun), this.stops);
			assertThat(load.failures()).as(cluster::output).isEmpty();
			assertThat(load.longestGapMillis(begun, ended)).isLessThan(SERVICE_BOUND.toMillis());
			assertEveryOrderWasTakenOnce(cluster, load);
			assertFirstRunWasContinued(runs, first);
			assertNoFireTimeIsLost(email, runs, endedAt);
		}
	}

	/**
	 * Find a run that has sent its first emails, and needs longer for the others than the
	 * {@code preStop} hook takes.
	 */
	private static Optional<EmailRun> running(EmailClient email) {
		return EmailRun.latest(email, 1)
			.stream()
			.filter((run) -> run.outcome().equals("RUNNING") && run.emails() == BATCH)
			.findFirst();
	}

	private static List<String> order(Set<String> nodes, String first) {
		return Stream.concat(Stream.of(first), nodes.stream().filter((node) -> !node.equals(first)).sorted()).toList();
	}

	private void restart(RestartedNodes cluster, String node, ShopLoad load) throws Exception {
		load.remove(cluster.address(node));
		Process process = cluster.process(node);
		assertThat(process.waitFor(PRE_STOP.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
		long told = System.nanoTime();
		process.destroy();
		assertThat(process.waitFor(TERMINATION_GRACE.minus(PRE_STOP).toMillis(), TimeUnit.MILLISECONDS))
			.as("%s ends within the grace period", node)
			.isTrue();
		this.stops.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - told));
		cluster.startAgain(node);
		load.add(cluster.address(node));
	}

	private static boolean hasSucceededAfter(List<EmailRun> runs, Instant time) {
		return runs.stream().anyMatch((run) -> run.fireTime().isAfter(time) && run.outcome().equals("SUCCEEDED"));
	}

	private static Set<Instant> fireTimes(List<EmailRun> runs) {
		return runs.stream().map(EmailRun::fireTime).collect(Collectors.toCollection(TreeSet::new));
	}

	private static long lost(List<EmailRun> runs) {
		return runs.stream().filter((run) -> run.outcome().equals("LOST")).count();
	}

	private static void assertEveryOrderWasTakenOnce(RestartedNodes cluster, ShopLoad load) {
		ShopClient shop = new ShopClient(cluster.addresses());
		for (String item : ShopLoad.ITEMS) {
			JsonNode state = shop.state(item);
			assertThat(state.get("sold").asInt()).as(item).isEqualTo(load.sold(item));
			assertThat(state.get("stock").asInt()).as(item).isEqualTo(ShopLoad.UNITS - load.sold(item));
		}
	}

	private static void assertFirstRunWasContinued(List<EmailRun> runs, EmailRun first) {
		assertThat(runs).filteredOn((run) -> run.fireTime().equals(first.fireTime()))
			.extracting(EmailRun::attempt, EmailRun::outcome)
			.containsExactlyInAnyOrder(tuple(1, "LOST"), tuple(2, "SUCCEEDED"));
		assertThat(runs).filteredOn((run) -> run.fireTime().equals(first.fireTime()))
			.extracting(EmailRun::node)
			.doesNotHaveDuplicates();
	}

	/**
	 * Check that each fire time from the first one to the last one that began before the
	 * end of the restart has one successful run, and each customer one email for it.
	 */
	private static void assertNoFireTimeIsLost(EmailClient email, List<EmailRun> runs, Instant end) {
		Map<Instant, List<EmailRun>> byFireTime = runs.stream()
			.filter((run) -> run.fireTime().isBefore(end))
			.collect(Collectors.groupingBy(EmailRun::fireTime, TreeMap::new, Collectors.toList()));
		Instant first = byFireTime.keySet().iterator().next();
		assertThat(byFireTime.keySet()).containsExactlyElementsOf(
				Stream.iterate(first, (time) -> time.isBefore(end), (time) -> time.plus(BETWEEN_FIRE_TIMES)).toList());
		assertThat(byFireTime.values()).allSatisfy(
				(attempts) -> assertThat(attempts).filteredOn((run) -> run.outcome().equals("SUCCEEDED")).hasSize(1));
		assertThat(byFireTime.keySet())
			.allSatisfy((fireTime) -> assertThat(recipients(email, fireTime)).as("recipients of %s", fireTime)
				.hasSize(CUSTOMERS)
				.doesNotHaveDuplicates());
	}

	private static List<String> recipients(EmailClient email, Instant fireTime) {
		return email.read("/email?runs=1&fireTime=" + fireTime)
			.orElseThrow()
			.get("mails")
			.valueStream()
			.map((mail) -> mail.get("recipient").asString())
			.toList();
	}

}

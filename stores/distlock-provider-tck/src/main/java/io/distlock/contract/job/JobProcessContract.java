// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;
import io.distlock.contract.job.JobJvm.Ran;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three nodes in JVMs of their own: deployed, killed, asked to end, hanging in a run, and
 * without their store. The store reports the outcome of each fire time, and the JVM that
 * ran it each run.
 *
 * @since 0.1.0
 */
@Tag("timing")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
public abstract class JobProcessContract {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	/**
	 * How long the store does not answer; {@code distlock.test.away} has it in seconds.
	 */
	private static final Duration AWAY = Duration.ofSeconds(Integer.getInteger("distlock.test.away", 3));

	private static final Duration RETRY_DELAY = Duration.ofSeconds(3);

	/**
	 * Far less than a lease, and enough for what a stopping node lets its runs have.
	 */
	private static final Duration AT_ONCE = Duration.ofSeconds(30);

	/**
	 * What the reference promises, as parts of the trigger's timeout, and a busy machine.
	 */
	private static final Duration REPLACED = TestJobNode.TRIGGER_TIMEOUT.multipliedBy(5).dividedBy(2).plusSeconds(15);

	private static final String YEARLY = "0 0 3 1 1 *";

	private final List<JobJvm> nodes = new ArrayList<>();

	private final List<JobJvm> all = new ArrayList<>();

	private @Nullable LockProvider provider;

	private List<String> program = List.of();

	private JobLedger ledger;

	private String job = "";

	/**
	 * Start a server that only this test uses.
	 */
	protected abstract void startStore();

	/**
	 * Stop the server.
	 */
	protected abstract void stopStore();

	/**
	 * Return the store.
	 * @return the store, which is asked for once
	 */
	protected abstract StoreUnderTest store();

	/**
	 * Let the store answer no more.
	 */
	protected abstract void freeze();

	/**
	 * Resume the store.
	 */
	protected abstract void thaw();

	@BeforeAll
	void connect() {
		startStore();
		StoreUnderTest store = store();
		LockProvider opened = store.newProvider();
		this.program = JobProcess.command(store, JobCases.ALL);
		this.provider = opened;
		this.ledger = ((JobLedgerSource) opened).jobLedger();
	}

	@AfterAll
	void close() {
		this.all.forEach(JobJvm::close);
		if (this.provider != null) {
			this.provider.close();
		}
		stopStore();
	}

	@BeforeEach
	void startNodes() {
		this.job = "job-" + UUID.randomUUID();
		this.nodes.removeIf((node) -> !node.isUsable());
		while (this.nodes.size() < 3) {
			JobJvm node = new JobJvm(this.program);
			this.nodes.add(node);
			this.all.add(node);
		}
	}

	@AfterEach
	void undeploy() throws Exception {
		for (JobJvm node : this.nodes) {
			if (node.isUsable()) {
				node.send(JobCases.GO_ON);
				node.deploy("nothing");
			}
		}
	}

	@Test
	void triggerOfAWithdrawnCanaryIsReplaced() throws Exception {
		deployEverywhere("cron", Map.of("cron", "* * * * * *"));
		awaitHistory((history) -> ended(history) >= 2);
		JobJvm canary = this.nodes.get(2);
		deploy(canary, "cron", Map.of("cron", YEARLY));
		awaitState((state) -> state.trigger().text().contains(YEARLY));
		List<JobRun> before = history();
		canary.close();
		await().atMost(REPLACED).until(this::state, (state) -> !state.trigger().text().contains(YEARLY));
		awaitHistory((history) -> history.size() >= before.size() + 2);
		assertEachRanOnceAndWasTold();
		List<JobRun> after = history();
		assertNoneIsUntold(after.subList(0, before.size()), Duration.ofSeconds(1));
		assertNoneIsUntold(after.subList(before.size(), after.size()), Duration.ofSeconds(1));
	}

	@Test
	void deploymentThatIsRolledBackInARunLeavesItsTriggerWithTheRun() throws Exception {
		deployEverywhere("long", Map.of("rate", "1h", "delay", "1h"));
		awaitState((state) -> state.trigger().text().contains("PT1H"));
		deploy(this.nodes.get(2), "long", Map.of("rate", "2s", "delay", "0s"));
		JobRun run = awaitRunning(1);
		JobJvm other = this.nodes.stream()
			.filter((node) -> node != this.nodes.get(2) && !node.node().equals(run.node()))
			.findFirst()
			.orElseThrow();
		deploy(other, "long", Map.of("rate", "1h", "delay", "1h"));
		awaitState((state) -> state.proposed() != null);
		assertThat(state().trigger().text()).contains("PT2S");
		assertThat(state().running()).isEqualTo(run);
		goOn();
		awaitState((state) -> state.running() == null && state.trigger().text().contains("PT1H"));
		assertThat(runs()).singleElement()
			.returns(run.fireTime(), JobRun::fireTime)
			.returns(Outcome.SUCCEEDED, JobRun::outcome);
		assertEachRanOnceAndWasTold();
	}

	@Test
	void runThatHangsEndsAndTheNextOnesGoOn() throws Exception {
		deployEverywhere("hung", Map.of());
		List<JobRun> hung = awaitHistory(
				(history) -> history.stream().anyMatch((run) -> run.outcome() == Outcome.TIMED_OUT));
		goOn();
		awaitHistory((history) -> history.stream()
			.filter((run) -> run.outcome() == Outcome.SUCCEEDED)
			.anyMatch((run) -> run.fireTime().isAfter(hung.get(0).fireTime())));
		assertThat(runs()).extracting(JobRun::outcome)
			.isSubsetOf(Outcome.TIMED_OUT, Outcome.SUCCEEDED, Outcome.RUNNING);
		assertEachRanOnceAndWasTold();
		assertNoneIsUntold(history(), Duration.ofSeconds(2));
	}

	@Test
	void nodeThatIsToldToEndInARunLeavesItToAnotherAtOnce() throws Exception {
		deployEverywhere("broken-off", Map.of());
		JobRun first = awaitRunning(1);
		Instant told = first.startedAt();
		nodeOf(first).terminate();
		List<JobRun> history = awaitHistory((runs) -> ended(runs) == 2);
		System.out.println("A node was told to end in its run: " + history);
		assertThat(history).extracting(JobRun::outcome).containsExactly(Outcome.LOST, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(first.fireTime());
		assertThat(history).extracting(JobRun::node).doesNotHaveDuplicates();
		assertThat(history.get(1).startedAt()).isBetween(told, told.plus(AT_ONCE));
		assertEachRanOnceAndWasTold();
	}

	@Test
	void fireTimeWithoutAStoreIsLateOrMissedAsItsJobSays() throws Exception {
		Duration rate = AWAY.multipliedBy(2).plusSeconds(6);
		String missed = this.job + "-missed";
		deployEverywhere("late", Map.of("rate", rate.toString(), "misfire-threshold", AWAY.dividedBy(2).toString()));
		Instant last = awaitHistory((history) -> ended(history) >= 1).get(0).fireTime();
		Instant lastOfOther = await().atMost(PATIENCE)
			.until(() -> history(missed), (history) -> ended(history) >= 1)
			.get(0)
			.fireTime();
		Instant next = freezeOver(last.plus(rate), rate);
		Instant nextOfOther = lastOfOther.plus(Duration.between(last, next));
		Instant back = next.plus(AWAY);
		await().atMost(PATIENCE.plus(AWAY)).until(() -> Instant.now().isAfter(back));
		thaw();
		JobRun late = awaitHistory((history) -> history.stream().anyMatch((run) -> isOf(next, run) && isEnded(run)))
			.stream()
			.filter((run) -> isOf(next, run))
			.findFirst()
			.orElseThrow();
		List<JobRun> untold = await().atMost(PATIENCE)
			.until(() -> history(missed).stream().filter((run) -> isOf(nextOfOther, run)).toList(),
					(runs) -> !runs.isEmpty());
		System.out.printf("Store away until %s: %s, %s%n", back, late, untold);
		assertThat(late.outcome()).isEqualTo(Outcome.SUCCEEDED);
		assertThat(late.startedAt()).isAfterOrEqualTo(back);
		assertThat(untold).extracting(JobRun::outcome).containsExactly(Outcome.MISSED);
		assertEachRanOnceAndWasTold();
		assertEachRanOnceAndWasTold(missed);
		assertNoneIsUntold(history(), rate);
		assertNoneIsUntold(history(missed), rate);
	}

	@Test
	void attemptsOfKilledNodesAreMadeByOthers() throws Exception {
		deployEverywhere("retried", Map.of("retry-delay", RETRY_DELAY.toString()));
		nodeOf(awaitRunning(1)).close();
		JobRetry retry = await().atMost(PATIENCE).until(() -> state().retry(), (some) -> some != null);
		JobRun failed = history().get(1);
		assertThat(retry.at()).isEqualTo(Objects.requireNonNull(failed.endedAt()).plus(RETRY_DELAY));
		nodeOf(failed).close();
		assertThat(state().retry()).as("it was killed between two attempts").isEqualTo(retry);
		List<JobRun> history = awaitHistory((runs) -> ended(runs) == JobCases.ATTEMPTS);
		System.out.println("Attempts of killed nodes: " + history);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2, 3);
		assertThat(history).extracting(JobRun::outcome)
			.containsExactly(Outcome.LOST, Outcome.FAILED, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(failed.fireTime());
		assertThat(history).extracting(JobRun::node).doesNotHaveDuplicates();
		assertThat(Duration.between(failed.endedAt(), history.get(2).startedAt())).isBetween(RETRY_DELAY,
				RETRY_DELAY.plusSeconds(20));
		assertEachRanOnceAndWasTold();
	}

	/**
	 * Freeze the store right before a fire time, the first one for which that succeeds.
	 */
	private Instant freezeOver(Instant first, Duration rate) {
		for (Instant next = first;; next = next.plus(rate)) {
			Instant before = next.minusMillis(700);
			await().atMost(PATIENCE.plus(rate))
				.pollInterval(Duration.ofMillis(20))
				.until(() -> Instant.now().isAfter(before));
			freeze();
			if (Instant.now().isBefore(next)) {
				return next;
			}
			thaw();
		}
	}

	private void deployEverywhere(String version, Map<String, String> properties) throws Exception {
		for (JobJvm node : this.nodes) {
			deploy(node, version, properties);
		}
	}

	private void deploy(JobJvm node, String version, Map<String, String> properties) throws Exception {
		StringBuilder line = new StringBuilder(version).append("|job|").append(this.job);
		properties.forEach((key, value) -> line.append('|').append(key).append('|').append(value));
		node.deploy(line.toString());
	}

	private void goOn() throws Exception {
		for (JobJvm node : this.nodes) {
			node.send(JobCases.GO_ON);
		}
	}

	private JobJvm nodeOf(JobRun run) {
		return this.nodes.stream().filter((node) -> node.node().equals(run.node())).findFirst().orElseThrow();
	}

	private JobState state() {
		return this.ledger.read(TestNode.key(this.job)).state();
	}

	private void awaitState(Predicate<JobState> condition) {
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(this::state, condition);
	}

	/**
	 * Wait until an attempt runs, and its JVM has reported it.
	 */
	private JobRun awaitRunning(int attempt) {
		return await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> state().running(),
					(run) -> run != null && run.attempt() == attempt && told(this.job).anyMatch((ran) -> ran.is(run)));
	}

	private List<JobRun> awaitHistory(Predicate<List<JobRun>> condition) {
		return await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(this::history, condition);
	}

	private List<JobRun> history() {
		return history(this.job);
	}

	private List<JobRun> history(String name) {
		return JobHistory.earliestFirst(this.ledger.history(TestNode.key(name), 1000));
	}

	private List<JobRun> runs() {
		return runs(this.job);
	}

	/**
	 * Return what ran, without the records of fire times that did not.
	 */
	private List<JobRun> runs(String name) {
		return history(name).stream().filter((run) -> run.attempt() > 0).toList();
	}

	private static long ended(List<JobRun> history) {
		return history.stream().filter(JobProcessContract::isEnded).count();
	}

	private static boolean isEnded(JobRun run) {
		return run.attempt() > 0 && run.outcome() != Outcome.RUNNING;
	}

	private static boolean isOf(Instant fireTime, JobRun run) {
		return run.fireTime().equals(fireTime);
	}

	private Stream<Ran> told(String name) {
		return this.all.stream().flatMap((node) -> node.runs(name).stream());
	}

	private void assertEachRanOnceAndWasTold() throws Exception {
		assertEachRanOnceAndWasTold(this.job);
	}

	/**
	 * Check that the records name each start that a JVM reported, and no other one.
	 */
	private void assertEachRanOnceAndWasTold(String name) throws Exception {
		undeploy();
		List<JobRun> runs = runs(name);
		assertThat(runs).extracting(JobRun::fencingToken).doesNotHaveDuplicates();
		assertThat(runs.stream().map((run) -> run.fireTime() + " attempt " + run.attempt())).doesNotHaveDuplicates();
		assertThat(told(name)).containsExactlyInAnyOrderElementsOf(
				runs.stream().map((run) -> new Ran(name, run.fireTime(), run.fencingToken())).toList());
	}

	/**
	 * Check that each fire time has a record: of its run, or of a stretch without runs.
	 */
	private static void assertNoneIsUntold(List<JobRun> history, Duration rate) {
		Instant told = history.get(0).fireTime();
		for (JobRun run : history) {
			assertThat(run.fireTime()).as("a fire time after %s in %s", told, history)
				.isBeforeOrEqualTo(told.plus(rate));
			Instant last = (run.attempt() == 0) ? Objects.requireNonNull(run.endedAt()) : run.fireTime();
			told = last.isAfter(told) ? last : told;
		}
	}

}

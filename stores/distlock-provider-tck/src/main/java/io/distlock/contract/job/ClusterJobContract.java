// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.contract.StoreContract;
import io.distlock.contract.TestNode;
import io.distlock.contract.job.JobBeans.Blocking;
import io.distlock.contract.job.JobBeans.Call;
import io.distlock.contract.job.JobBeans.Cron;
import io.distlock.contract.job.JobBeans.Delayed;
import io.distlock.contract.job.JobBeans.Hanging;
import io.distlock.contract.job.JobBeans.Short;
import io.distlock.contract.job.JobBeans.Single;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What holds for jobs of the cluster on every store. Nodes are engines and schedulers of
 * their own with clocks that are wrong by up to two seconds; time is the store's.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class ClusterJobContract extends StoreContract {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofMillis(700);

	/**
	 * Of a run that a test expects to be renewed in time, also on a busy machine.
	 */
	private static final Duration LASTING = Duration.ofSeconds(3);

	/**
	 * Within this time a trigger without a live node is replaced, on a busy machine.
	 */
	private static final Duration BOUND = TestJobNode.TRIGGER_TIMEOUT.multipliedBy(5).dividedBy(2).plusSeconds(5);

	private static final Duration AHEAD = Duration.ofDays(30);

	private static final Duration[] SKEWS = { Duration.ofSeconds(-2), Duration.ZERO, Duration.ofSeconds(2) };

	private final List<TestJobNode> nodes = new ArrayList<>();

	private final String job = "job-" + UUID.randomUUID();

	@AfterEach
	void stopNodes() {
		this.nodes.forEach(TestJobNode::close);
	}

	private TestJobNode node(Object jobs, String... properties) {
		return node(jobs, Duration.ZERO, properties);
	}

	private TestJobNode node(Object jobs, Duration skew, String... properties) {
		return node(jobs, skew, LEASE, properties);
	}

	private TestJobNode node(Object jobs, Duration skew, Duration lease, String... properties) {
		Map<String, String> all = new HashMap<>(Map.of("job", this.job, "misfire-threshold", "1m"));
		for (int i = 0; i < properties.length; i += 2) {
			all.put(properties[i], properties[i + 1]);
		}
		TestJobNode node = new TestJobNode(store(), jobs, all, lease, skew);
		this.nodes.add(node);
		return node;
	}

	private List<TestJobNode> cluster(Object jobs, String... properties) {
		return cluster(jobs, LEASE, properties);
	}

	private List<TestJobNode> cluster(Object jobs, Duration lease, String... properties) {
		List<TestJobNode> cluster = new ArrayList<>();
		for (Duration skew : SKEWS) {
			cluster.add(node(jobs, skew, lease, properties));
		}
		return cluster;
	}

	/**
	 * Return the runs, without the records of fire times that were not run.
	 */
	private static List<JobRun> history(TestJobNode node, String job) {
		return records(node, job).stream().filter((run) -> run.attempt() > 0).toList();
	}

	private static List<JobRun> records(TestJobNode node, String job) {
		return JobHistory.earliestFirst(node.operations().history(job));
	}

	private List<JobRun> awaitRuns(TestJobNode node, String job, int count) {
		await().atMost(PATIENCE)
			.until(() -> history(node, job).stream().filter((run) -> run.endedAt() != null).count() >= count);
		return history(node, job);
	}

	/**
	 * Conformance 52. A paused machine or store costs fire times, each of which is
	 * recorded; that none is lost otherwise is shown on virtual time.
	 */
	@Test
	void hundredFireTimesOfAShortJobAreHundredRuns() {
		for (int attempt = 1; attempt <= 3; attempt++) {
			if (runHundred("%s-%d".formatted(this.job, attempt))) {
				return;
			}
		}
		throw new TestAbortedException("This machine stands still too often");
	}

	private boolean runHundred(String prefix) {
		Short jobs = new Short();
		List<TestJobNode> cluster = cluster(jobs, LASTING, "job", prefix);
		for (int i = 1; i <= Short.JOBS; i++) {
			awaitRuns(cluster.get(0), prefix + "-" + i, Short.FIRE_TIMES);
		}
		cluster.forEach((node) -> node.scheduler.stop());
		boolean complete = true;
		for (int i = 1; i <= Short.JOBS; i++) {
			String name = prefix + "-" + i;
			await().atMost(PATIENCE)
				.until(() -> history(cluster.get(0), name).stream().noneMatch((run) -> run.endedAt() == null));
			List<JobRun> history = history(cluster.get(0), name);
			JobHistory.assertEachRanOnce(history);
			assertThat(history).allMatch((run) -> run.outcome() == Outcome.SUCCEEDED && run.attempt() == 1);
			assertThat(jobs.calls(name)).extracting(Call::fireTime)
				.containsExactlyInAnyOrderElementsOf(history.stream().map(JobRun::fireTime).toList());
			List<Instant> missing = JobHistory.missing(history, Short.PERIOD);
			JobStatistics statistics = cluster.get(0).ledger().read(TestNode.key(name)).state().statistics();
			assertThat(missing).as("fire times without a run, %s", statistics)
				.hasSizeLessThanOrEqualTo((int) (statistics.missed() + statistics.skipped()));
			complete &= missing.isEmpty();
		}
		return complete;
	}

	/**
	 * Conformance 53. Nodes differ in the time of the store by the precision of its
	 * clock.
	 */
	@Test
	void delayLiesBetweenEndAndStartOnWhicheverNodes() {
		Delayed jobs = new Delayed();
		TestJobNode node = cluster(jobs).get(0);
		List<JobRun> history = awaitRuns(node, this.job, 8);
		JobHistory.assertEachRanOnce(history);
		for (int i = 1; i < history.size(); i++) {
			assertThat(Duration.between(history.get(i - 1).endedAt(), history.get(i).startedAt()))
				.isGreaterThanOrEqualTo(Delayed.DELAY.minusMillis(1));
		}
		List<Call> calls = jobs.calls(this.job);
		for (int i = 1; i < calls.size(); i++) {
			long gap = calls.get(i).startNanos() - calls.get(i - 1).endNanos();
			assertThat(Duration.ofNanos(gap).plus(store().clockPrecision()))
				.isGreaterThanOrEqualTo(Delayed.DELAY.minusMillis(1));
		}
	}

	/**
	 * The store has what it would keep of a clock that was ahead for a moment.
	 */
	@Test
	void intervalContinuesAfterTheStoresClockWasAhead() {
		TestJobNode node = cluster(new Delayed()).get(0);
		awaitRuns(node, this.job, 1);
		Instant now = moveAhead(node);
		awaitSuccessAfter(node, now);
		assertThat(node.operations().job(this.job).lastFireTime()).isBetween(now, node.storeTime(this.job));
	}

	/**
	 * The same, where no fire time may run twice.
	 */
	@Test
	void cronJobIsOverdueAfterTheStoresClockWasAheadUntilItIsResumed() {
		TestJobNode node = cluster(new Cron(), "cron", "* * * * * *").get(0);
		awaitRuns(node, this.job, 1);
		Instant now = moveAhead(node);
		await().atMost(PATIENCE).until(() -> node.operations().job(this.job).overdueSince() != null);
		ClusterJob blocked = node.operations().job(this.job);
		assertThat(blocked.lastFireTime()).isAfter(now.plus(AHEAD.dividedBy(2)));
		assertThat(blocked.nextFireTime()).isAfter(blocked.lastFireTime());
		Instant resumed = node.storeTime(this.job);
		node.operations().resume(this.job);
		awaitSuccessAfter(node, resumed);
		assertThat(node.operations().job(this.job).lastFireTime()).isBefore(node.storeTime(this.job).plusSeconds(1));
	}

	private Instant moveAhead(TestJobNode node) {
		return await().atMost(PATIENCE).until(() -> {
			JobEntry entry = node.ledger().read(TestNode.key(this.job));
			Instant ahead = entry.now().plus(AHEAD).truncatedTo(ChronoUnit.SECONDS);
			JobRun run = new JobRun(ahead, 1, "node", 1, ahead, null, Outcome.RUNNING, null);
			JobState moved = entry.state().withRunning(run).withLastEnd(ahead).withSince(ahead);
			boolean written = entry.state().running() == null
					&& node.ledger().write(TestNode.key(this.job), entry.version(), moved, List.of(), 1000).isPresent();
			return Optional.of(entry.now()).filter((now) -> written);
		}, Optional::isPresent).orElseThrow();
	}

	private void awaitSuccessAfter(TestJobNode node, Instant time) {
		await().atMost(PATIENCE).until(() -> {
			Instant last = node.operations().job(this.job).statistics().lastSuccess();
			return last != null && last.isAfter(time);
		});
	}

	/**
	 * Conformance 54.
	 */
	@Test
	void lateNodeRunsOnlyWhatNobodyRan() throws InterruptedException {
		Single jobs = new Single();
		TestJobNode late = node(jobs, SKEWS[0], "rate", "300ms");
		awaitRuns(late, this.job, 1);
		CountDownLatch pause = new CountDownLatch(1);
		late.occupy(() -> awaitQuietly(pause));
		Instant alone = late.storeTime(this.job);
		TimeUnit.MILLISECONDS.sleep(1000);
		int before = history(late, this.job).size();
		pause.countDown();
		List<JobRun> history = awaitRuns(late, this.job, before + 2);
		assertThat(history.get(before).fireTime()).isBetween(alone, history.get(before).startedAt());
		CountDownLatch again = new CountDownLatch(1);
		TestJobNode other = node(jobs, SKEWS[2], "rate", "300ms");
		late.occupy(() -> awaitQuietly(again));
		awaitRuns(other, this.job, history.size() + 4);
		again.countDown();
		history = awaitRuns(other, this.job, history.size() + 6);
		JobHistory.assertEachRanOnce(history);
		assertThat(jobs.calls(this.job)).extracting(Call::fireTime).doesNotHaveDuplicates();
	}

	/**
	 * Conformance 55.
	 */
	@Test
	void anotherNodeTakesOverFromOneThatDied() {
		Blocking jobs = new Blocking();
		TestJobNode dead = node(jobs, SKEWS[0], "rate", "1h");
		jobs.awaitEntered(1);
		node(jobs, SKEWS[1], "rate", "1h");
		TestJobNode other = node(jobs, SKEWS[2], "rate", "1h");
		long killed = System.nanoTime();
		dead.die();
		jobs.awaitEntered(2);
		Duration takeover = Duration.ofNanos(System.nanoTime() - killed);
		jobs.leave();
		List<JobRun> history = awaitRuns(other, this.job, 2);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2);
		assertThat(history).extracting(JobRun::outcome).containsExactly(Outcome.LOST, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(history.get(0).fireTime());
		assertThat(history.get(0).node()).isEqualTo(dead.name);
		assertThat(history.get(1).fencingToken()).isGreaterThan(history.get(0).fencingToken());
		assertThat(takeover).isLessThan(LEASE.plusSeconds(10));
	}

	/**
	 * Conformance 55, at most once.
	 */
	@Test
	void lostRunIsNotRepeatedWithoutAttempts() {
		Single jobs = new Single();
		CountDownLatch leave = new CountDownLatch(1);
		jobs.body = () -> awaitQuietly(leave);
		TestJobNode dead = node(jobs, SKEWS[0], "rate", "500ms");
		await().atMost(PATIENCE).until(() -> !jobs.entered.isEmpty());
		dead.die();
		jobs.body = () -> {
		};
		TestJobNode other = node(jobs, SKEWS[2], "rate", "500ms");
		List<JobRun> history = awaitRuns(other, this.job, 3);
		leave.countDown();
		JobHistory.assertEachRanOnce(history);
		assertThat(history).extracting(JobRun::attempt).containsOnly(1);
		assertThat(history.get(0).outcome()).isEqualTo(Outcome.LOST);
		assertThat(history.subList(1, 3)).extracting(JobRun::outcome).containsOnly(Outcome.SUCCEEDED);
	}

	/**
	 * Conformance 56.
	 */
	@Test
	void missedFireTimeIsCaughtUpOnce() throws InterruptedException {
		Single jobs = new Single();
		TestJobNode first = node(jobs, "rate", "4s", "misfire-threshold", "1h");
		Instant start = awaitRuns(first, this.job, 1).get(0).fireTime();
		first.scheduler.stop();
		Instant missed = start.plusSeconds(4);
		await().atMost(PATIENCE).until(() -> first.storeTime(this.job).isAfter(missed));
		Instant up = first.storeTime(this.job);
		List<TestJobNode> cluster = cluster(jobs, "rate", "4s", "misfire-threshold", "1h");
		List<JobRun> history = awaitRuns(cluster.get(1), this.job, 3);
		JobHistory.assertEachRanOnce(history);
		assertThat(history).extracting(JobRun::fireTime).startsWith(start, missed, missed.plusSeconds(4));
		assertThat(history.get(1).startedAt()).isAfterOrEqualTo(up);
	}

	/**
	 * Conformance 56, too late.
	 */
	@Test
	void fireTimeThatIsTooLateIsNotRun() {
		Single jobs = new Single();
		TestJobNode first = node(jobs, "rate", "4s", "misfire-threshold", "1s");
		Instant start = awaitRuns(first, this.job, 1).get(0).fireTime();
		first.scheduler.stop();
		Instant tooLate = start.plusSeconds(4).plusMillis(1100);
		await().atMost(PATIENCE).until(() -> first.storeTime(this.job).isAfter(tooLate));
		Instant up = first.storeTime(this.job);
		List<TestJobNode> cluster = cluster(jobs, "rate", "4s", "misfire-threshold", "1s");
		awaitRuns(cluster.get(1), this.job, 2);
		List<JobRun> history = records(cluster.get(1), this.job);
		assertThat(history).extracting(JobRun::fireTime)
			.doesNotHaveDuplicates()
			.startsWith(start, start.plusSeconds(4));
		assertThat(history.get(1)).returns(Outcome.MISSED, JobRun::outcome).returns(0, JobRun::attempt);
		assertThat(history.get(2).fireTime()).isAfterOrEqualTo(up.minusSeconds(1));
		assertThat(cluster.get(1).operations().job(this.job).statistics().missed()).isPositive();
	}

	/**
	 * Conformance 57.
	 */
	@Test
	void stoppingNodeKeepsItsRunForTheGracePeriod() throws Exception {
		Blocking jobs = new Blocking();
		TestJobNode stopping = node(jobs, SKEWS[0], LASTING, "rate", "1h");
		jobs.awaitEntered(1);
		TestJobNode other = node(jobs, SKEWS[2], LASTING, "rate", "1h");
		stopping.scheduler.stop();
		CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> stopping.engine.shutdown(PATIENCE));
		Instant until = stopping.storeTime(this.job).plus(LASTING.plus(LEASE));
		await().atMost(PATIENCE).until(() -> other.storeTime(this.job).isAfter(until));
		assertThat(history(other, this.job)).singleElement()
			.satisfies((run) -> assertThat(run.outcome()).isEqualTo(Outcome.RUNNING));
		jobs.leave();
		drained.get(60, TimeUnit.SECONDS);
		assertThat(awaitRuns(other, this.job, 1)).singleElement()
			.satisfies((run) -> assertThat(run.outcome()).isEqualTo(Outcome.SUCCEEDED))
			.satisfies((run) -> assertThat(run.node()).isEqualTo(stopping.name));
	}

	/**
	 * Conformance 57, after the grace period.
	 */
	@Test
	void runThatOutlastsTheGracePeriodIsTakenOver() {
		Blocking jobs = new Blocking();
		TestJobNode stopping = node(jobs, SKEWS[0], "rate", "1h");
		jobs.awaitEntered(1);
		stopping.scheduler.stop();
		stopping.engine.shutdown(Duration.ofMillis(10));
		TestJobNode other = node(jobs, SKEWS[2], "rate", "1h");
		jobs.awaitEntered(2);
		jobs.leave();
		assertThat(awaitRuns(other, this.job, 2)).extracting(JobRun::outcome)
			.containsExactly(Outcome.LOST, Outcome.SUCCEEDED);
	}

	/**
	 * A run that hangs does not keep its job from running.
	 */
	@Test
	void runThatTakesTooLongIsInterrupted() {
		Hanging jobs = new Hanging();
		TestJobNode node = hanging(jobs, SKEWS[0], "1s");
		hanging(jobs, SKEWS[2], "1s");
		List<JobRun> history = awaitRuns(node, this.job, 2);
		JobHistory.assertEachRanOnce(history);
		assertThat(history.get(0)).returns(Outcome.TIMED_OUT, JobRun::outcome);
		assertThat(history.get(0).error()).contains("interrupted");
		assertThat(history.get(1).outcome()).isEqualTo(Outcome.SUCCEEDED);
		assertThat(history).as("the next fire time comes first").extracting(JobRun::attempt).containsOnly(1);
	}

	@Test
	void runThatTakesTooLongAndIgnoresTheInterruptIsGivenUp() {
		Hanging jobs = new Hanging();
		jobs.manner = Hanging.Manner.FOR_GOOD;
		TestJobNode node = hanging(jobs, SKEWS[0], "1s");
		List<JobRun> history = awaitRuns(node, this.job, 3);
		assertThat(history.get(0)).returns(Outcome.TIMED_OUT, JobRun::outcome);
		assertThat(history.get(0).error()).contains("longer than 1s").contains("ignored the interrupt");
		assertThat(history.subList(1, 3)).as("the only node goes on, on another thread")
			.extracting(JobRun::outcome)
			.containsOnly(Outcome.SUCCEEDED);
		jobs.leave();
		await().atMost(PATIENCE).until(() -> jobs.calls(this.job).size() >= 3);
		assertThat(history(node, this.job).get(0)).as("it stays so").isEqualTo(history.get(0));
	}

	@Test
	void runIsStoppedFromAnotherNode() {
		Hanging jobs = new Hanging();
		jobs.manner = Hanging.Manner.UNTIL_TOLD;
		TestJobNode node = hanging(jobs, SKEWS[0], "1h");
		jobs.awaitEntered(1);
		TestJobNode other = hanging(jobs, SKEWS[2], "1h");
		assertThat(other.operations().stop(this.job)).isTrue();
		List<JobRun> history = awaitRuns(node, this.job, 1);
		assertThat(history.get(0)).returns(Outcome.STOPPED, JobRun::outcome).returns(1, JobRun::attempt);
		assertThat(history.get(0).error()).contains("told");
		await().atMost(PATIENCE).until(() -> !other.operations().stop(this.job));
	}

	/**
	 * At shutdown a run is notified, and the next node continues immediately.
	 */
	@Test
	void runIsToldOfTheShutdownAndItsLockIsReleased() throws Exception {
		Hanging jobs = new Hanging();
		jobs.manner = Hanging.Manner.UNTIL_TOLD;
		assertTakenOverAtShutdown(jobs);
	}

	@Test
	void runIsInterruptedAtShutdownAndItsLockIsReleased() throws Exception {
		assertTakenOverAtShutdown(new Hanging());
	}

	private void assertTakenOverAtShutdown(Hanging jobs) throws Exception {
		Duration lease = Duration.ofSeconds(50);
		TestJobNode stopping = node(jobs, SKEWS[0], lease, "rate", "1h", "max-run-time", "1h");
		jobs.awaitEntered(1);
		TestJobNode other = node(jobs, SKEWS[2], lease, "rate", "1h", "max-run-time", "1h");
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		stopping.scheduler.stop(() -> stopped.complete(null));
		stopped.get(60, TimeUnit.SECONDS);
		Instant end = other.storeTime(this.job);
		List<JobRun> history = awaitRuns(other, this.job, 2);
		assertThat(history).extracting(JobRun::outcome).containsExactly(Outcome.LOST, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2);
		assertThat(history.get(1).startedAt()).as("long before the end of the lease").isBefore(end.plusSeconds(20));
	}

	private TestJobNode hanging(Hanging jobs, Duration skew, String maxRunTime) {
		return node(jobs, skew, LASTING, "rate", "2s", "max-run-time", maxRunTime);
	}

	/**
	 * Conformance 58.
	 */
	@Test
	void triggerChangesWithoutLosingOrRepeatingAFireTime() {
		JobBeans.Cron jobs = new JobBeans.Cron();
		TestJobNode old = node(jobs, SKEWS[0], "cron", "* * * * * *");
		awaitRuns(old, this.job, 2);
		TestJobNode changed = node(jobs, SKEWS[2], "cron", "*/2 * * * * *");
		await().atMost(PATIENCE).until(() -> trigger(changed).startsWith("cron */2"));
		int before = history(changed, this.job).size();
		awaitRuns(changed, this.job, before + 2);
		List<JobRun> history = awaitRuns(old, this.job, before + 3);
		JobHistory.assertEachRanOnce(history);
		Instant since = old.ledger().read(TestNode.key(this.job)).state().since();
		assertThat(trigger(old)).startsWith("cron */2");
		List<Long> seconds = history.stream().map((run) -> run.fireTime().getEpochSecond()).toList();
		for (int i = 1; i < seconds.size(); i++) {
			long gap = seconds.get(i) - seconds.get(i - 1);
			assertThat(gap).as("of %s, new since %s", seconds, since).isLessThanOrEqualTo(2);
		}
		assertThat(seconds.subList(before, seconds.size())).as("%s", seconds).allMatch((second) -> second % 2 == 0);
	}

	/**
	 * A deployment that is withdrawn decides no longer than it lives.
	 */
	@Test
	void triggerThatNoLiveNodeBringsIsReplaced() {
		JobBeans.Cron jobs = new JobBeans.Cron();
		TestJobNode old = node(jobs, SKEWS[0], "cron", "* * * * * *");
		node(jobs, SKEWS[1], "cron", "* * * * * *");
		awaitRuns(old, this.job, 2);
		TestJobNode canary = node(jobs, SKEWS[2], "cron", "0 0 3 1 1 *");
		await().atMost(PATIENCE).until(() -> trigger(old).startsWith("cron 0 0 3 1 1 *"));
		canary.close();
		Instant withdrawn = old.storeTime(this.job);
		await().atMost(PATIENCE).until(() -> trigger(old).startsWith("cron * * * * * *"));
		assertThat(old.storeTime(this.job)).isBefore(withdrawn.plus(BOUND));
		JobHistory.assertEachRanOnce(awaitRuns(old, this.job, history(old, this.job).size() + 2));
	}

	/**
	 * As long as it lives it decides, and the nodes with the other trigger follow it.
	 */
	@Test
	void triggerThatALiveNodeBringsStays() {
		JobBeans.Cron jobs = new JobBeans.Cron();
		TestJobNode old = node(jobs, SKEWS[0], "cron", "* * * * * *");
		awaitRuns(old, this.job, 1);
		node(jobs, SKEWS[2], "cron", "*/2 * * * * *");
		await().atMost(PATIENCE).until(() -> trigger(old).startsWith("cron */2"));
		Instant until = old.storeTime(this.job).plus(BOUND);
		await().atMost(PATIENCE).until(() -> {
			assertThat(trigger(old)).startsWith("cron */2");
			return old.storeTime(this.job).isAfter(until);
		});
	}

	/**
	 * A deployment that is rolled back during a run.
	 */
	@Test
	void triggersThatChangeDuringARunAreThoseOfTheLastNodeWhenItEnds() throws InterruptedException {
		JobBeans.LongCron jobs = new JobBeans.LongCron();
		TestJobNode old = node(jobs, SKEWS[0], LASTING, "cron", "* * * * * *");
		jobs.awaitEntered(1);
		TestJobNode changed = node(jobs, SKEWS[1], LASTING, "cron", "0 0 3 1 1 *");
		await().atMost(PATIENCE).until(() -> proposed(changed).startsWith("cron 0 0 3 1 1 *"));
		TestJobNode rolledBack = node(jobs, SKEWS[2], LASTING, "cron", "* * * * * *");
		await().atMost(PATIENCE).until(() -> proposed(changed).isEmpty());
		jobs.leave();
		awaitRuns(rolledBack, this.job, 3);
		assertThat(trigger(old)).startsWith("cron * * * * * *");
	}

	/**
	 * A job that is always running takes another trigger, too.
	 */
	@Test
	void triggerThatComesDuringARunIsTheOneWhenItEnds() {
		JobBeans.LongCron jobs = new JobBeans.LongCron();
		TestJobNode old = node(jobs, SKEWS[0], LASTING, "cron", "* * * * * *");
		jobs.awaitEntered(1);
		TestJobNode changed = node(jobs, SKEWS[1], LASTING, "cron", "0 0 3 1 1 *");
		await().atMost(PATIENCE).until(() -> proposed(changed).startsWith("cron 0 0 3 1 1 *"));
		jobs.leave();
		await().atMost(PATIENCE).until(() -> old.ledger().read(TestNode.key(this.job)).state().running() == null);
		assertThat(trigger(old)).startsWith("cron 0 0 3 1 1 *");
	}

	private String proposed(TestJobNode node) {
		RegisteredTrigger proposed = node.ledger().read(TestNode.key(this.job)).state().proposed();
		return (proposed != null) ? proposed.text() : "";
	}

	private String trigger(TestJobNode node) {
		return node.ledger().read(TestNode.key(this.job)).state().trigger().text();
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Nested
	class Retries extends JobRetryContract {

	}

}

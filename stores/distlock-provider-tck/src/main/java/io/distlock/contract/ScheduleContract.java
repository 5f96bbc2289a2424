// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.distlock.LockProviderException;
import io.distlock.contract.FaultyLedger.Moment;
import io.distlock.contract.JobBeans.Single;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ClusterSchedule;
import io.distlock.scheduling.JobHandler;
import io.distlock.scheduling.JobHandlerOptions;
import io.distlock.scheduling.JobInUseException;
import io.distlock.scheduling.JobSchedule;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What holds for schedules that are made at run time, on every store.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class ScheduleContract {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final String HANDLER = "jobs";

	private final List<TestJobNode> nodes = new ArrayList<>();

	private final String job = "schedule-" + UUID.randomUUID();

	private final Reports handler = new Reports();

	/**
	 * Return the store, the same for all nodes of a test.
	 * @return the store
	 */
	protected abstract StoreUnderTest store();

	@BeforeEach
	void startNodes() {
		for (int i = 0; i < 3; i++) {
			node(this.handler);
		}
	}

	@AfterEach
	void stopNodes() {
		this.handler.leave.countDown();
		this.nodes.get(0).operations().unschedule(this.job);
		this.nodes.forEach(TestJobNode::close);
	}

	private TestJobNode node(Object jobs) {
		TestJobNode node = new TestJobNode(store(), jobs, Map.of("job", this.job, "rate", "1h", "start-within", "1m"),
				LEASE, Duration.ZERO);
		this.nodes.add(node);
		return node;
	}

	private TestJobNode node(int index) {
		return this.nodes.get(index);
	}

	private List<JobRun> history(TestJobNode node) {
		return node.ledger().history(TestNode.key(this.job), 100);
	}

	private ClusterSchedule schedule(TestJobNode node) {
		return node.operations()
			.schedules()
			.stream()
			.filter((one) -> one.name().equals(this.job))
			.findFirst()
			.orElseThrow();
	}

	private void awaitRuns(int count) {
		await().atMost(PATIENCE).until(() -> this.handler.runs.size() >= count);
	}

	private void awaitRest(TestJobNode node) {
		await().atMost(PATIENCE).until(() -> node.ledger().read(TestNode.key(this.job)).state().running() == null);
	}

	/**
	 * Wait until every node has looked at everything once.
	 */
	private void awaitLooks() {
		Instant until = node(0).storeTime(this.job).plus(TestJobNode.TRIGGER_TIMEOUT.multipliedBy(2));
		await().atMost(PATIENCE).until(() -> node(0).storeTime(this.job).isAfter(until));
	}

	@Test
	void scheduleRunsOnAnyNodeUntilItIsUnscheduled() {
		node(0).operations()
			.schedule(this.job,
					JobSchedule.fixedRate(HANDLER, Duration.ofMillis(300)).withParameters("{\"a\": \"ü\"}"));
		await().atMost(PATIENCE)
			.until(() -> this.nodes.stream().allMatch((node) -> node.operations().providers().containsKey(this.job)));
		awaitRuns(5);
		assertThat(this.handler.runs).allSatisfy((run) -> assertThat(run).isEqualTo("{\"a\": \"\\u00fc\"}"));
		node(1).operations().schedule(this.job, JobSchedule.fixedRate(HANDLER, Duration.ofMillis(200)));
		await().atMost(PATIENCE).until(() -> this.handler.runs.contains("{}"));
		assertThat(node(2).operations().unschedule(this.job)).isTrue();
		assertThat(node(2).operations().unschedule(this.job)).isFalse();
		awaitRest(node(0));
		List<JobRun> history = history(node(0));
		int runs = this.handler.runs.size();
		awaitLooks();
		assertThat(this.handler.runs).hasSize(runs);
		assertThat(history(node(1))).isEqualTo(history);
		assertThat(history.stream().filter((run) -> run.attempt() == 1).map(JobRun::fireTime)).doesNotHaveDuplicates();
		assertThat(schedule(node(0)).endedAt()).isNotNull();
	}

	@Test
	void oneShotRunsOnceIsTriedAgainAndLeavesItsHistory() {
		this.handler.failures = 1;
		Instant at = node(0).storeTime(this.job).plusSeconds(2);
		JobSchedule once = JobSchedule.once(HANDLER, at);
		node(0).operations().schedule(this.job, once);
		node(1).operations().schedule(this.job, once);
		await().atMost(PATIENCE).until(() -> schedule(node(2)).endedAt() != null);
		List<JobRun> history = history(node(0));
		assertThat(history).extracting(JobRun::outcome).containsExactly(Outcome.SUCCEEDED, Outcome.FAILED);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(at.truncatedTo(ChronoUnit.MILLIS));
		node(2).operations().schedule(this.job, once);
		awaitLooks();
		assertThat(history(node(1))).as("asked for again").isEqualTo(history);
		assertThat(node(1).operations().history(this.job)).isEqualTo(history);
		node(2).operations().schedule(this.job, JobSchedule.once(HANDLER, at.plusSeconds(1)));
		await().atMost(PATIENCE).until(() -> history(node(0)).size() == 3);
	}

	@Test
	void oneShotOfADeadNodeIsRunByOthersAndByThoseThatComeLater() {
		Instant at = node(0).storeTime(this.job).plusSeconds(6);
		node(0).operations().schedule(this.job, JobSchedule.once(HANDLER, at));
		List.copyOf(this.nodes).forEach(TestJobNode::close);
		this.nodes.clear();
		TestJobNode late = node(this.handler);
		awaitRuns(1);
		awaitRest(late);
		assertThat(history(late)).singleElement().returns(Outcome.SUCCEEDED, JobRun::outcome);
	}

	@Test
	void runThatGoesOnEndsWhenItIsUnscheduledAndIsNotTriedAgain() {
		this.handler.waits = true;
		this.handler.failures = 1;
		node(0).operations().schedule(this.job, JobSchedule.fixedRate(HANDLER, Duration.ofMillis(200)));
		awaitRuns(1);
		assertThat(node(1).operations().unschedule(this.job)).isTrue();
		this.handler.leave.countDown();
		awaitRest(node(0));
		awaitLooks();
		assertThat(this.handler.runs).hasSize(1);
		assertThat(history(node(0))).filteredOn((run) -> run.attempt() > 0)
			.singleElement()
			.returns(Outcome.FAILED, JobRun::outcome);
	}

	@Test
	void ofNodesThatScheduleAtOnceOneWins() throws Exception {
		CyclicBarrier start = new CyclicBarrier(3);
		ExecutorService callers = Executors.newFixedThreadPool(3);
		try {
			List<Callable<Void>> calls = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				TestJobNode node = node(i);
				JobSchedule wanted = JobSchedule.fixedRate(HANDLER, Duration.ofHours(i + 1));
				calls.add(() -> {
					start.await();
					node.operations().schedule(this.job, wanted);
					return null;
				});
			}
			for (Future<Void> call : callers.invokeAll(calls)) {
				call.get(60, TimeUnit.SECONDS);
			}
		}
		finally {
			callers.shutdownNow();
		}
		String winner = schedule(node(0)).trigger();
		await().atMost(PATIENCE).until(() -> this.nodes.stream().allMatch((node) -> hasTrigger(node, winner)));
		awaitLooks();
		assertThat(this.nodes).allMatch((node) -> hasTrigger(node, winner));
	}

	private boolean hasTrigger(TestJobNode node, String winner) {
		return node.operations().providers().containsKey(this.job)
				&& node.operations().job(this.job).trigger().startsWith(winner);
	}

	/**
	 * Each call of the store fails once, and what was asked is asked again.
	 */
	@ParameterizedTest
	@EnumSource
	void whatTheStoreDidNotAnswerIsSafeToAskAgain(Moment moment) {
		JobSchedule hourly = JobSchedule.fixedRate(HANDLER, Duration.ofHours(1));
		JobSchedule daily = JobSchedule.cron(HANDLER, "0 0 3 * * *", ZoneOffset.UTC);
		int failing = 0;
		boolean failed = true;
		while (failed) {
			failing++;
			failed = isAskedTwice(failing, moment, (jobs) -> jobs.schedule(this.job, hourly));
			assertAgreed("PT1H");
			failed |= isAskedTwice(failing, moment, (jobs) -> jobs.schedule(this.job, daily));
			assertAgreed("0 0 3 * * *");
			failed |= isAskedTwice(failing, moment, (jobs) -> jobs.unschedule(this.job));
			assertThat(schedule(node(1)).endedAt()).isNotNull();
			assertThat(node(1).operations().unschedule(this.job)).isFalse();
		}
		assertThat(failing).as("calls of the store").isGreaterThan(4);
		node(0).operations().schedule(this.job, JobSchedule.fixedRate(HANDLER, Duration.ofMillis(300)));
		awaitRuns(2);
	}

	/**
	 * The store did it, and the node that asked died without knowing.
	 */
	@Test
	void scheduleWhoseNodeDiedBeforeTheAnswerRunsIfItIsListed() {
		JobSchedule often = JobSchedule.fixedRate(HANDLER, Duration.ofMillis(300));
		TestJobNode dying = node(new Single());
		int failing = 0;
		boolean failed = true;
		while (failed) {
			failing++;
			dying.ledger.fail(failing, Moment.AFTER);
			try {
				dying.operations().schedule(this.job + "-" + failing, often);
			}
			catch (LockProviderException ex) {
				assertThat(ex).hasMessageContaining("may have happened");
			}
			failed = dying.ledger.heal();
		}
		dying.die();
		List<String> listed = node(0).operations()
			.schedules()
			.stream()
			.map(ClusterSchedule::name)
			.filter((name) -> name.startsWith(this.job))
			.toList();
		assertThat(listed).hasSizeGreaterThan(1);
		for (String name : listed) {
			await().atMost(PATIENCE).until(() -> !node(1).ledger().history(TestNode.key(name), 1).isEmpty());
			assertThat(node(2).operations().unschedule(name)).isTrue();
		}
	}

	private boolean isAskedTwice(int failing, Moment moment, Consumer<ClusterJobs> asked) {
		FaultyLedger ledger = node(0).ledger;
		ledger.fail(failing, moment);
		boolean told = false;
		try {
			asked.accept(node(0).operations());
		}
		catch (LockProviderException ex) {
			assertThat(ex).hasMessageContaining(this.job).hasMessageContaining("safe to ask again");
			told = true;
		}
		boolean failed = ledger.heal();
		assertThat(told).as("told of the failure of call %d", failing).isEqualTo(failed);
		asked.accept(node(0).operations());
		return failed;
	}

	private void assertAgreed(String wanted) {
		assertThat(schedule(node(1))).returns(null, ClusterSchedule::endedAt);
		assertThat(schedule(node(1)).trigger()).contains(wanted);
		// While a run goes on, the trigger is kept until it ends.
		await().atMost(PATIENCE)
			.until(() -> node(2).ledger().read(TestNode.key(this.job)).state().trigger().text().contains(wanted));
	}

	@Test
	void nameOfAnAnnotatedMethodIsRefused() {
		Single annotated = new Single();
		TestJobNode other = node(annotated);
		await().atMost(PATIENCE).until(() -> annotated.calls(this.job).size() == 1);
		JobSchedule wanted = JobSchedule.fixedRate(HANDLER, Duration.ofHours(1));
		List.of(other, node(0))
			.forEach((node) -> assertThatIllegalArgumentException()
				.isThrownBy(() -> node.operations().schedule(this.job, wanted))
				.withMessageContaining(this.job)
				.withMessageContaining("annotated method"));
	}

	@Test
	void annotatedMethodWithTheNameOfAScheduleDoesNotRun() {
		node(0).operations().schedule(this.job, JobSchedule.fixedRate(HANDLER, Duration.ofMillis(300)));
		awaitRuns(1);
		Single annotated = new Single();
		TestJobNode other = node(annotated);
		awaitLooks();
		int runs = this.handler.runs.size();
		awaitRuns(runs + 3);
		assertThat(annotated.calls(this.job)).isEmpty();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> other.operations().runNow(this.job))
			.withMessageContaining("schedule");
		assertThat(node(1).operations().unschedule(this.job)).isTrue();
		await().atMost(PATIENCE).until(() -> annotated.calls(this.job).size() == 1);
	}

	@Test
	void scheduleWithoutAHandlerWaitsForOneAndIsNotRemoved() {
		stopFirst();
		TestJobNode without = node(new Single());
		Instant at = without.storeTime(this.job);
		without.operations().schedule(this.job + "-2", JobSchedule.once(HANDLER, at).withParameters("{\"late\":1}"));
		ClusterSchedule waiting = without.operations()
			.schedules()
			.stream()
			.filter((one) -> one.name().equals(this.job + "-2"))
			.findFirst()
			.orElseThrow();
		assertThat(waiting.handled()).isFalse();
		assertThat(waiting.overdueSince()).isNotNull();
		assertThatExceptionOfType(JobInUseException.class)
			.isThrownBy(() -> without.operations().remove(this.job + "-2"))
			.withMessageContaining("Unschedule it");
		node(this.handler);
		await().atMost(PATIENCE).until(() -> this.handler.runs.contains("{\"late\":1}"));
	}

	private void stopFirst() {
		List.copyOf(this.nodes).forEach(TestJobNode::close);
		this.nodes.clear();
	}

	/**
	 * Code for schedules. One object is on all nodes, so it sees all runs.
	 */
	private static final class Reports implements JobHandler {

		private final List<String> runs = new CopyOnWriteArrayList<>();

		private final CountDownLatch leave = new CountDownLatch(1);

		private volatile boolean waits;

		private volatile int failures;

		@Override
		public void run(ClusterJobContext run) throws Exception {
			this.runs.add(run.parameters());
			if (this.waits) {
				this.leave.await(60, TimeUnit.SECONDS);
			}
			if (this.failures > 0) {
				this.failures--;
				throw new IOException("no report today");
			}
		}

		@Override
		public JobHandlerOptions options() {
			return JobHandlerOptions.defaults().withRetry(3, Duration.ofMillis(500), 1, Duration.ofSeconds(1));
		}

	}

}

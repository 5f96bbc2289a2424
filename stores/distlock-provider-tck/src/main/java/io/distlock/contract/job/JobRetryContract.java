// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.contract.StoreContract;
import io.distlock.contract.job.JobBeans.Call;
import io.distlock.contract.job.JobBeans.Recording;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract for runs that fail and are retried, on every store.
 *
 * @since 0.1.0
 */
@Tag("timing")
public abstract class JobRetryContract extends StoreContract {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final Duration[] SKEWS = { Duration.ofSeconds(-2), Duration.ZERO, Duration.ofSeconds(2) };

	private final List<TestJobNode> nodes = new ArrayList<>();

	private final String job = "job-" + UUID.randomUUID();

	private final Failing jobs = new Failing();

	@AfterEach
	void stopNodes() {
		this.nodes.forEach(TestJobNode::close);
	}

	private TestJobNode node(int index, String... properties) {
		Map<String, String> all = new HashMap<>(
				Map.of("job", this.job, "rate", "1h", "delay", "300ms", "max-run-time", "1h"));
		for (int i = 0; i < properties.length; i += 2) {
			all.put(properties[i], properties[i + 1]);
		}
		TestJobNode node = new TestJobNode(store(), this.jobs, all, LEASE, SKEWS[index]);
		this.nodes.add(node);
		return node;
	}

	private List<JobRun> history(TestJobNode node) {
		return JobHistory.earliestFirst(node.operations().history(this.job));
	}

	private List<JobRun> awaitEnds(TestJobNode node, int count) {
		await().atMost(PATIENCE)
			.until(() -> history(node).stream().filter((run) -> run.endedAt() != null).count() >= count);
		return history(node);
	}

	private JobRetry planned(TestJobNode node) {
		awaitEnds(node, 1);
		return Objects.requireNonNull(node.operations().job(this.job).retry());
	}

	private void awaitTime(TestJobNode node, Instant time) {
		await().atMost(PATIENCE).until(() -> node.storeTime(this.job).isAfter(time));
	}

	@Test
	void failedRunIsTriedAgainWithGrowingDelays() {
		this.jobs.failures = 2;
		TestJobNode node = node(0);
		node(1);
		node(2);
		List<JobRun> history = awaitEnds(node, 3);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2, 3);
		assertThat(history).extracting(JobRun::outcome)
			.containsExactly(Outcome.FAILED, Outcome.FAILED, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(history.get(0).fireTime());
		assertThat(history).extracting(JobRun::fencingToken).isSorted().doesNotHaveDuplicates();
		assertThat(history.get(1).startedAt())
			.isAfterOrEqualTo(Objects.requireNonNull(history.get(0).endedAt()).plusMillis(299));
		assertThat(history.get(2).startedAt())
			.isAfterOrEqualTo(Objects.requireNonNull(history.get(1).endedAt()).plusMillis(599));
		assertThat(this.jobs.entered).as("none ran twice").hasSize(3);
		assertThat(this.jobs.calls(this.job)).singleElement().returns(3, Call::attempt);
		assertThat(node.operations().job(this.job).retry()).isNull();
		assertThat(node.operations().job(this.job).statistics().failures()).isZero();
	}

	@Test
	void fireTimeHasFailedWithItsLastAttempt() throws InterruptedException {
		this.jobs.failures = 10;
		TestJobNode node = node(0);
		node(2);
		assertThat(awaitEnds(node, 3)).extracting(JobRun::outcome).containsOnly(Outcome.FAILED);
		TimeUnit.MILLISECONDS.sleep(1500);
		assertThat(history(node)).extracting(JobRun::attempt).containsExactly(1, 2, 3);
		assertThat(node.operations().job(this.job).statistics().failures()).isEqualTo(1);
	}

	@Test
	void anotherNodeMakesTheAttemptOfOneThatDiedBetween() {
		this.jobs.failures = 1;
		TestJobNode dead = node(0, "delay", "3s");
		JobRetry retry = planned(dead);
		TestJobNode other = node(2, "delay", "3s");
		dead.die();
		List<JobRun> history = awaitEnds(other, 2);
		assertThat(history).extracting(JobRun::outcome).containsExactly(Outcome.FAILED, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::node).containsExactly(dead.name, other.name);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(retry.fireTime());
		assertThat(history.get(1)).returns(2, JobRun::attempt);
		assertThat(history.get(1).startedAt()).isAfterOrEqualTo(retry.at());
	}

	@Test
	void runThatTookTooLongIsTriedAgain() {
		this.jobs.hangs = 1;
		TestJobNode node = node(0, "max-run-time", "500ms");
		node(2, "max-run-time", "500ms");
		List<JobRun> history = awaitEnds(node, 2);
		assertThat(history).extracting(JobRun::outcome).containsExactly(Outcome.TIMED_OUT, Outcome.SUCCEEDED);
		assertThat(history).extracting(JobRun::attempt).containsExactly(1, 2);
		assertThat(history).extracting(JobRun::fireTime).containsOnly(history.get(0).fireTime());
	}

	@Test
	void nextFireTimeComesBeforeAnAttemptThatWouldBeLater() {
		this.jobs.failures = 10;
		TestJobNode node = node(0, "rate", "1s", "delay", "2s");
		List<JobRun> history = awaitEnds(node, 3);
		assertThat(history.subList(0, 3)).extracting(JobRun::attempt).containsOnly(1);
		assertThat(history).extracting(JobRun::fireTime).doesNotHaveDuplicates();
		assertThat(node.operations().job(this.job).retry()).isNull();
	}

	@Test
	void stopGivesUpAnAttemptThatIsPlanned() {
		this.jobs.failures = 1;
		TestJobNode node = node(0, "delay", "2s");
		JobRetry retry = planned(node);
		TestJobNode other = node(2, "delay", "2s");
		assertThat(other.operations().stop(this.job)).isTrue();
		assertThat(other.operations().stop(this.job)).as("again").isFalse();
		awaitTime(node, retry.at().plusSeconds(1));
		assertThat(history(node)).singleElement().returns(Outcome.FAILED, JobRun::outcome);
		assertThat(node.operations().job(this.job).statistics().failures()).isEqualTo(1);
	}

	@Test
	void attemptThatComesDuringAPauseIsSkippedAndOneThatComesAfterItIsMade() {
		this.jobs.failures = 2;
		TestJobNode node = node(0, "delay", "2s");
		JobRetry retry = planned(node);
		node.operations().pause(this.job);
		node.operations().resume(this.job);
		assertThat(node.operations().job(this.job).retry()).isEqualTo(retry);
		assertThat(awaitEnds(node, 2)).extracting(JobRun::attempt).containsExactly(1, 2);
		JobRetry third = planned(node);
		node.operations().pause(this.job);
		awaitTime(node, third.at().plusMillis(1));
		node.operations().resume(this.job);
		awaitTime(node, third.at().plusSeconds(6));
		assertThat(history(node)).extracting(JobRun::attempt).containsExactly(1, 2);
	}

	@Test
	void runOnDemandLeavesTheAttempt() {
		this.jobs.failures = 1;
		TestJobNode node = node(0, "delay", "3s");
		JobRetry retry = planned(node);
		JobRun onDemand = node.operations().runNow(this.job);
		assertThat(onDemand).returns(Outcome.FAILED, JobRun::outcome).returns(1, JobRun::attempt);
		assertThat(node.operations().job(this.job).retry()).isEqualTo(retry);
		List<JobRun> again = awaitEnds(node, 3).stream()
			.filter((run) -> run.fireTime().equals(retry.fireTime()))
			.toList();
		assertThat(again).extracting(JobRun::outcome).containsExactly(Outcome.FAILED, Outcome.SUCCEEDED);
	}

	/**
	 * A job whose first attempts of each fire time fail.
	 */
	static final class Failing extends Recording {

		volatile int failures;

		volatile int hangs;

		@ClusterScheduled(name = "${job}", fixedRate = "${rate}", maxRunTime = "${max-run-time}", maxAttempts = 3,
				retryDelay = "${delay}")
		void run() {
			int attempt = ClusterJobContext.current().orElseThrow().attempt();
			record(() -> {
				while (attempt <= this.hangs && !Thread.currentThread().isInterrupted()) {
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
				}
				if (attempt <= this.failures) {
					throw new IllegalStateException("Out of paper");
				}
			});
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

import io.distlock.contract.StoreContract;
import io.distlock.contract.TestNode;
import io.distlock.contract.job.JobJvm.Ran;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Nodes in JVMs of their own, whose system clock shows a wrong time of day, in several
 * time zones. The clocks of the store and of this JVM are right.
 *
 * @since 0.1.0
 */
@Tag("timing")
@Tag("proof")
public abstract class SkewedClockContract extends StoreContract {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private static final int FIRE_TIMES = 50;

	private static final int HISTORY = 1000;

	private final String job = "job-" + UUID.randomUUID();

	private final List<JobJvm> processes = new ArrayList<>();

	/**
	 * Return the environment of a process whose time of day is wrong, while its monotonic
	 * clock is right; or skip the test where this machine cannot do that.
	 * @param skew how far its clock is ahead, in whole seconds
	 */
	protected abstract Map<String, String> wrongClock(Duration skew);

	@AfterEach
	void endProcesses() {
		this.processes.forEach(JobJvm::close);
	}

	/**
	 * Conformance 52, with clocks of the system that are wrong. Fire times count from
	 * when all processes are warm. Halfway the process that ran most leaves, so that
	 * others run too, whichever is the fastest.
	 */
	@Test
	void everyFireTimeIsOneRunThoughTheSystemsClocksAreWrong() throws Exception {
		Instant begin = Instant.now();
		startAll();
		List<JobJvm> left = new ArrayList<>(this.processes);
		assertClocks(left);
		LockProvider provider = store().newProvider();
		try {
			JobLedger ledger = ((JobLedgerSource) provider).jobLedger();
			Instant warm = awaitLast(ledger, Instant.now());
			assertClocks(left);
			Instant halfway = awaitFireTimes(ledger, left, warm);
			JobJvm busiest = busiest();
			busiest.stop();
			left.remove(busiest);
			awaitFireTimes(ledger, left, halfway);
			stopAll(left);
			assertRuns(ledger, JobProcess.rate(this.job), begin);
			assertRuns(ledger, JobProcess.cron(this.job), begin);
		}
		finally {
			provider.close();
		}
	}

	private void startAll() {
		start(Duration.ZERO, "UTC", Map.of());
		Map.of("America/St_Johns", Duration.ofSeconds(-2), "Asia/Kathmandu", Duration.ofSeconds(2),
				"Pacific/Kiritimati", Duration.ofHours(1))
			.forEach((zone, skew) -> start(skew, zone, wrongClock(skew)));
	}

	private void start(Duration skew, String zone, Map<String, String> environment) {
		this.processes.add(new JobJvm(skew, zone, environment, JobProcess.command(store(), this.job)));
	}

	/**
	 * Return for how many milliseconds one of the processes stood still since it was
	 * asked before.
	 */
	private static int assertClocks(List<JobJvm> processes) throws Exception {
		int longest = 0;
		for (JobJvm process : processes) {
			longest = Math.max(longest, process.assertClocks());
		}
		return longest;
	}

	private static void stopAll(List<JobJvm> processes) throws Exception {
		for (JobJvm process : processes) {
			process.stop();
		}
	}

	private JobJvm busiest() {
		return this.processes.stream()
			.max(Comparator.comparing((process) -> process.runs(JobProcess.rate(this.job)).size()))
			.get();
	}

	/**
	 * Wait for fire times, none of which is missing unless this machine, a process, or
	 * the store stands still.
	 * @return the last one
	 */
	private Instant awaitFireTimes(JobLedger ledger, List<JobJvm> running, Instant since) throws Exception {
		Instant from = since;
		for (int attempt = 1; attempt <= 3; attempt++) {
			try (Stalls stalls = new Stalls()) {
				Instant last = awaitLast(ledger, from);
				List<Instant> missing = missing(ledger, from);
				int longest = Math.max(Math.max(stalls.longest(), assertClocks(running)),
						longestClaim(ended(ledger, JobProcess.rate(this.job), from)));
				if (missing.isEmpty()) {
					return last;
				}
				System.out.printf("No run of %s; longest stall %d ms here, %d ms at all%n", missing, stalls.longest(),
						longest);
				assertThat(longest)
					.as("longest stall in ms; no run of %s in %s", missing,
							ended(ledger, JobProcess.rate(this.job), from))
					.isGreaterThan((int) JobProcess.RATE / 2);
				from = last;
			}
		}
		throw new TestAbortedException("This machine stands still too often");
	}

	/**
	 * Return how long the store took at most from the grant of a run's lock, whose time
	 * the token shows in microseconds, to its claim, in milliseconds. Fire times that
	 * come due meanwhile are skipped.
	 */
	private static int longestClaim(List<JobRun> runs) {
		return runs.stream()
			.mapToInt((run) -> (int) (run.startedAt().toEpochMilli() - run.fencingToken() / 1000))
			.max()
			.orElse(0);
	}

	private Instant awaitLast(JobLedger ledger, Instant since) {
		List<JobRun> runs = await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(250))
			.until(() -> ended(ledger, JobProcess.rate(this.job), since), (ended) -> ended.size() > FIRE_TIMES);
		return runs.get(runs.size() - 1).fireTime();
	}

	private List<Instant> missing(JobLedger ledger, Instant since) {
		List<JobRun> rate = ended(ledger, JobProcess.rate(this.job), since);
		List<JobRun> cron = ended(ledger, JobProcess.cron(this.job), since.minusMillis(JobProcess.CRON));
		List<Instant> missing = JobHistory.missing(rate, JobProcess.RATE);
		missing.addAll(JobHistory.missing(cron, JobProcess.CRON));
		return missing;
	}

	private static List<JobRun> ended(JobLedger ledger, String job, Instant since) {
		return history(ledger, job).stream()
			.filter((run) -> run.endedAt() != null && !run.fireTime().isBefore(since))
			.toList();
	}

	/**
	 * Return the runs, without what is recorded of fire times that did not run.
	 */
	private static List<JobRun> history(JobLedger ledger, String job) {
		return JobHistory.earliestFirst(ledger.history(TestNode.key(job), HISTORY))
			.stream()
			.filter((run) -> run.attempt() > 0)
			.toList();
	}

	/**
	 * All records are of one run that succeeded, at times of the store's clock, and all
	 * runs are recorded.
	 */
	private void assertRuns(JobLedger ledger, String job, Instant begin) {
		List<JobRun> history = history(ledger, job);
		Instant end = Instant.now();
		JobHistory.assertEachRanOnce(history);
		assertThat(history).allSatisfy((run) -> {
			assertThat(run.outcome()).isEqualTo(Outcome.SUCCEEDED);
			assertThat(run.attempt()).isEqualTo(1);
			assertThat(List.of(begin, run.fireTime(), run.startedAt(), run.endedAt(), end)).isSorted();
		});
		Map<String, List<Ran>> reported = this.processes.stream()
			.collect(Collectors.toMap(JobJvm::node, (process) -> process.runs(job)));
		Map<String, List<Ran>> recorded = history.stream()
			.collect(Collectors.groupingBy(JobRun::node, Collectors
				.mapping((run) -> new Ran(job, run.fireTime(), run.fencingToken()), Collectors.toList())));
		reported.forEach((node, runs) -> assertThat(runs).isEqualTo(recorded.getOrDefault(node, List.of())));
		assertThat(reported).containsAllEntriesOf(recorded);
		assertThat(recorded).as("runs by node").hasSizeGreaterThan(1);
		this.processes.forEach((process) -> System.out.printf("%s: %d of %d runs of %s%n", process,
				process.runs(job).size(), history.size(), job));
	}

}

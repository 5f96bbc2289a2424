// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.HeldLock;
import io.distlock.contract.TestNode;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/**
 * What a store remembers of cluster jobs, and that of all who change a job at once, one
 * does.
 *
 * @since 0.1.0
 */
public abstract class JobLedgerContract extends JobRemovalContract {

	private static final int WRITERS = 50;

	private static final Duration LONGEST_LEASE = Duration.ofMinutes(1);

	@Test
	void unknownJobHasNoStateAndNoHistory() {
		JobEntry entry = ledger().read(job("unknown"));
		assertThat(entry.version()).isZero();
		assertThat(entry.state()).isEqualTo(JobState.unknown());
		assertThat(ledger().history(job("unknown"), 10)).isEmpty();
	}

	@Test
	void everyFieldOfTheStateIsKept() {
		JobLedger ledger = ledger();
		LockKey job = job("state");
		JobRun running = new JobRun(SIX.plusMillis(1), 3, "node 1, über %41 + \uD83D\uDD12", Long.MAX_VALUE / 1024,
				SIX.plusNanos(123_456_000), null, Outcome.RUNNING, null);
		List<JobState> states = List.of(
				JobState.unknown()
					.withTrigger(trigger("cron 0 0 6 * * * Europe/Berlin"), null)
					.withStatistics(JobStatistics.of(null, 3, Long.MAX_VALUE, 7, SIX.plusMillis(19))),
				JobState.unknown()
					.withTrigger(RegisteredTrigger.of("rate PT10S +PT0S", Long.MIN_VALUE, Instant.EPOCH, SIX),
							RegisteredTrigger.of("a = b\nc \\n\r", Long.MAX_VALUE, SIX.plusMillis(1),
									SIX.plusMillis(2)))
					.withLastEnd(SIX.plusMillis(13))
					.withRunning(running)
					.withFireTimes(SIX.plusMillis(7), SIX.plusMillis(11))
					.withStopping()
					.withLastRun(run(1).ended(SIX, Outcome.FAILED, " two\nlines = \\n, \uD83D\uDD12 "))
					.withRetry(new JobRetry(SIX.plusMillis(3), 2, SIX.plusMillis(23)))
					.withPause(SIX.plusMillis(17), "\u00E4lice = ", " \uD83D\uDD12 \\n\n ")
					.withStatistics(JobStatistics.of(SIX, Integer.MAX_VALUE, 0, Long.MAX_VALUE, null)),
				JobState.unknown()
					.withTrigger(trigger("x".repeat(500)), trigger("y".repeat(500)))
					.withLastEnd(SIX)
					.withRunning(new JobRun(SIX, Integer.MAX_VALUE, "\u65E5".repeat(100), Long.MAX_VALUE, SIX, null,
							Outcome.RUNNING, null))
					.withFireTimes(SIX.plusNanos(999_999_000), null)
					.withRetry(new JobRetry(SIX, Integer.MAX_VALUE, SIX.plusNanos(999_999_000)))
					.withPausedSince(SIX),
				JobState.unknown()
					.withTrigger(trigger("delay PT1S"), trigger(""))
					.withRunning(new JobRun(SIX, 1, "", 0, SIX, null, Outcome.RUNNING, null, true))
					.withFireTimes(SIX, SIX)
					.withStopping());
		for (JobState state : states) {
			assertThat(ledger.write(job, ledger.read(job).version(), state, List.of(), 10)).isPresent();
			assertThat(ledger().read(job).state()).isEqualTo(state);
		}
	}

	@Test
	void everyFieldOfARunIsKept() {
		JobLedger ledger = ledger();
		LockKey job = job("runs");
		List<JobRun> runs = List.of(
				new JobRun(SIX.plusSeconds(5), 1, "node-1", 18, SIX, SIX, Outcome.SUCCEEDED, null, true),
				new JobRun(SIX.plusSeconds(4), 1, "node-1", 17, SIX, SIX, Outcome.TIMED_OUT, "FAILED/demand", true),
				new JobRun(SIX.plusSeconds(3), 1, "node-1", 17, SIX.plusMillis(1), null, Outcome.RUNNING, null),
				new JobRun(SIX.plusSeconds(2), 1, "a b", -1, SIX.plusMillis(2), SIX.plusMillis(5), Outcome.SUCCEEDED,
						null),
				new JobRun(SIX.plusSeconds(1), 2, "", Long.MAX_VALUE, SIX, SIX.plusNanos(1000), Outcome.FAILED,
						"java.io.IOException: two\nlines  and ' quotes\t"),
				new JobRun(SIX.plusSeconds(1), 1, "-", 0, SIX.minusSeconds(86_400L * 365 * 30), SIX, Outcome.LOST,
						"x"));
		assertThat(ledger.write(job, 0, state("t"), runs, 10)).isPresent();
		assertThat(ledger().history(job, 10)).isEqualTo(runs);
	}

	@Test
	void anyTextIsKeptOrMendedInTheSameWayEverywhere() {
		JobLedger ledger = ledger();
		LockKey job = job("texts");
		List<String> errors = List.of("grüße 日本語 \uD83D\uDE00", "NUL \0 inside", "half \uD83D", "e".repeat(10_240),
				"é".repeat(10_240), "\uD83D\uDE00".repeat(5_000), "x" + "\uD83D\uDE00".repeat(5_000), "'; drop table",
				" leading, trailing ", "%41 \\ \u2028 {}");
		List<JobRun> runs = new ArrayList<>();
		for (String error : errors) {
			runs.add(0, new JobRun(SIX.plusSeconds(runs.size()), 1, error, 1, SIX, SIX, Outcome.FAILED, error));
		}
		assertThat(ledger.write(job, 0, state("t"), runs, 100)).isPresent();
		assertThat(ledger.history(job, 100)).isEqualTo(runs);
		assertThat(runs).allSatisfy((run) -> {
			assertThat(String.valueOf(run.error())).hasSizeBetween(1, JobRun.MAX_ERROR_LENGTH).doesNotContain("\0");
			assertThat(run.node()).hasSizeBetween(1, JobRun.MAX_NODE_LENGTH);
		});
		assertThat(runs).extracting(JobRun::error)
			.contains("NUL \uFFFD inside", "half ?", "\uD83D\uDE00".repeat(500), "x" + "\uD83D\uDE00".repeat(499));
	}

	@Test
	void distinctNamesAreDistinctJobs() {
		JobLedger ledger = ledger();
		List<LockKey> jobs = new ArrayList<>();
		for (String name : List.of("a", "A", "a ", "é", "e\u0301", "a:b", "a/b", "a{b}", "..", "a\0b", "%61", "日本語",
				"\uD83D\uDD12", "x".repeat(300), "x".repeat(300) + "y", "X".repeat(300), "'; drop table JOB; --")) {
			jobs.add(new LockKey(key("names"), name));
		}
		jobs.add(new LockKey(key("other names"), "a"));
		for (int i = 0; i < jobs.size(); i++) {
			JobState state = state("trigger " + i);
			assertThat(ledger.write(jobs.get(i), 0, state, List.of(run(i + 1)), 5)).as(jobs.get(i).name()).isPresent();
		}
		for (int i = 0; i < jobs.size(); i++) {
			assertThat(ledger.read(jobs.get(i)).state()).isEqualTo(state("trigger " + i));
			assertThat(ledger.history(jobs.get(i), 5)).containsExactly(run(i + 1));
		}
	}

	@Test
	void writeOfAnotherVersionChangesNothing() {
		JobLedger ledger = ledger();
		LockKey job = job("stale");
		assertThat(ledger.write(job, 17, state("never"), List.of(run(1)), 5)).as("unknown job").isEmpty();
		assertThat(ledger.read(job).version()).isZero();
		assertThat(ledger.write(job, 0, state("first"), List.of(run(1)), 5)).isPresent();
		long first = ledger.read(job).version();
		assertThat(ledger.write(job, first, state("second"), List.of(), 5)).isPresent();
		long second = ledger.read(job).version();
		for (long stale : new long[] { 0, first, second + 1, second - 1, -1 }) {
			assertThat(ledger.write(job, stale, state("stale"), List.of(run(1, Outcome.LOST), run(2)), 1)).isEmpty();
		}
		assertThat(ledger.read(job).version()).isEqualTo(second).isGreaterThan(first);
		assertThat(ledger.read(job).state()).isEqualTo(state("second"));
		assertThat(ledger.history(job, 10)).containsExactly(run(1));
	}

	@Test
	void versionsGrowAndAreReturned() {
		JobLedger ledger = ledger();
		LockKey job = job("versions");
		long last = 0;
		for (int i = 0; i < 50; i++) {
			List<JobRun> runs = (i % 3 == 0) ? List.of() : List.of(run(i), run(i + 1));
			long next = ledger.write(job, last, state("same"), runs, 2).orElseThrow().version();
			assertThat(next).isGreaterThan(last).isEqualTo(ledger().read(job).version());
			last = next;
		}
	}

	/**
	 * The end of a run names the version that its claim has returned.
	 */
	@Test
	void versionThatIsReturnedIsRefusedOnceAnotherNodeHasWritten() {
		JobLedger ledger = ledger();
		LockKey job = job("overtaken");
		long own = ledger.write(job, 0, state("claim"), List.of(run(1)), 5).orElseThrow().version();
		assertThat(ledger().write(job, own, state("other"), List.of(run(2)), 5)).isPresent();
		assertThat(ledger.write(job, own, state("end"), List.of(run(1, Outcome.LOST)), 5)).isEmpty();
		assertThat(ledger.read(job).state()).isEqualTo(state("other"));
		assertThat(ledger.history(job, 5)).containsExactly(run(2), run(1));
	}

	/**
	 * What was written is known without reading it, up to the time.
	 */
	@Test
	void entryThatIsReturnedIsTheOneThatIsRead() {
		JobLedger ledger = ledger();
		LockKey job = job("returned");
		long version = 0;
		for (int i = 0; i < 20; i++) {
			JobState state = state("round " + i).withLastEnd(SIX.plusSeconds(i));
			Instant before = ledger.read(job).now();
			JobEntry written = ledger.write(job, version, state, List.of(run(i)), 5).orElseThrow();
			JobEntry read = ledger.read(job);
			assertThat(written.version()).isEqualTo(read.version());
			assertThat(written.state()).isEqualTo(read.state()).isEqualTo(state);
			assertThat(written.now()).isBetween(before, read.now());
			version = written.version();
		}
	}

	@Test
	void ofFiftyFirstWritersOneSucceeds() throws Exception {
		for (int round = 0; round < 3; round++) {
			assertOneWins(job("first " + round), 0, SIX);
		}
	}

	@Test
	void ofFiftyWritersOfOneVersionOneSucceeds() throws Exception {
		LockKey job = job("race");
		ledger().write(job, 0, state("start"), List.of(), 10);
		for (int round = 0; round < 5; round++) {
			assertOneWins(job, ledger().read(job).version(), SIX.plusSeconds(round));
		}
	}

	private void assertOneWins(LockKey job, long version, Instant fireTime) throws Exception {
		List<JobLedger> nodes = List.of(ledger(), ledger(), ledger(), ledger(), ledger());
		CyclicBarrier start = new CyclicBarrier(WRITERS);
		List<Callable<Boolean>> writers = new ArrayList<>();
		for (int i = 1; i <= WRITERS; i++) {
			JobRun claim = new JobRun(fireTime, 1, "node " + i, i, SIX, null, Outcome.RUNNING, null);
			JobState state = state("t").withRunning(claim);
			JobLedger node = nodes.get(i % nodes.size());
			writers.add(() -> {
				start.await();
				return node.write(job, version, state, List.of(claim), 10).isPresent();
			});
		}
		List<Boolean> results = results(writers);
		assertThat(results).containsOnlyOnce(true).hasSize(WRITERS);
		JobRun winner = ledger().read(job).state().running();
		assertThat(winner).isNotNull().returns("node " + (results.indexOf(true) + 1), JobRun::node);
		assertThat(ledger().history(job, 100).get(0)).isEqualTo(winner);
		assertThat(ledger().history(job, 100)).extracting(JobRun::fireTime).doesNotHaveDuplicates();
	}

	@Test
	void noUpdateIsLost() throws Exception {
		LockKey job = job("counter");
		ledger().write(job, 0, state("0"), List.of(), 100);
		AtomicInteger conflicts = new AtomicInteger();
		int nodes = 5;
		CyclicBarrier firstRead = new CyclicBarrier(nodes);
		Callable<Integer> counting = () -> {
			JobLedger ledger = ledger();
			JobEntry entry = ledger.read(job);
			firstRead.await();
			for (int done = 0; done < 10; entry = ledger.read(job)) {
				int next = Integer.parseInt(entry.state().trigger().text()) + 1;
				boolean written = ledger
					.write(job, entry.version(), state(String.valueOf(next)), List.of(run(next)), 100)
					.isPresent();
				done += written ? 1 : 0;
				conflicts.addAndGet(written ? 0 : 1);
			}
			return 0;
		};
		results(Collections.nCopies(nodes, counting));
		assertThat(ledger().read(job).state()).isEqualTo(state("50"));
		assertThat(ledger().history(job, 100)).hasSize(50).first().isEqualTo(run(50));
		assertThat(conflicts).as("writes of a version that was read by all").hasValueGreaterThanOrEqualTo(nodes - 1);
	}

	@Test
	void recordOfTheSameAttemptIsReplaced() {
		JobLedger ledger = ledger();
		LockKey job = job("replaced");
		JobRun first = new JobRun(SIX, 1, "a", 1, SIX, null, Outcome.RUNNING, null);
		JobRun lost = first.ended(SIX.plusMillis(9), Outcome.LOST, "gone");
		JobRun second = new JobRun(SIX, 2, "b", 2, SIX.plusMillis(9), null, Outcome.RUNNING, null);
		JobRun eleventh = new JobRun(SIX, 11, "c", 3, SIX.plusMillis(9), null, Outcome.RUNNING, null);
		write(ledger, job, List.of(first), 10);
		write(ledger, job, List.of(lost, second, eleventh), 10);
		assertThat(ledger.history(job, 10)).containsExactly(eleventh, second, lost);
		JobRun succeeded = second.ended(SIX.plusMillis(20), Outcome.SUCCEEDED, null);
		write(ledger, job, List.of(succeeded), 10);
		write(ledger, job, List.of(succeeded), 10);
		assertThat(ledger.history(job, 10)).containsExactly(eleventh, succeeded, lost);
	}

	@Test
	void historyIsBoundedAndTheLatestComeFirst() {
		JobLedger ledger = ledger();
		LockKey job = job("history");
		for (int i : new int[] { 5, 1, 9, 3, 7, 2, 8 }) {
			write(ledger, job, List.of(run(i)), 5);
		}
		assertThat(ledger.history(job, 10)).containsExactly(run(9), run(8), run(7), run(5), run(3));
		assertThat(ledger.history(job, 2)).containsExactly(run(9), run(8));
		assertThat(ledger.history(job, 0)).isEmpty();
		write(ledger, job, List.of(run(1)), 5);
		assertThat(ledger.history(job, 10)).as("too old to be kept").hasSize(5).doesNotContain(run(1));
		write(ledger, job, List.of(), 2);
		assertThat(ledger.history(job, 10)).containsExactly(run(9), run(8));
	}

	@Test
	void clockIsTheStoresAndGrows() {
		TimeZone zone = TimeZone.getDefault();
		try {
			TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
			JobLedger ledger = ledger();
			LockKey job = job("clock");
			Instant first = ledger.read(job).now();
			assertThat(first).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
			Awaitility.await().atMost(PATIENCE).until(() -> ledger.read(job).now().isAfter(first));
			write(ledger, job, List.of(), 1);
			Instant known = ledger.read(job).now();
			assertThat(known).isAfter(first).isBefore(first.plus(PATIENCE));
			TimeZone.setDefault(TimeZone.getTimeZone("America/Los_Angeles"));
			assertThat(ledger().read(job).now()).isBetween(known.minus(Duration.ofSeconds(1)), known.plus(PATIENCE));
			assertThat(ledger().read(job).state().since()).isEqualTo(SIX);
		}
		finally {
			TimeZone.setDefault(zone);
		}
	}

	/**
	 * What nodes read again and again is what they would read one by one.
	 */
	@Test
	void manyJobsAreReadAtOnce() {
		JobLedger ledger = ledger();
		List<LockKey> jobs = new ArrayList<>();
		for (int i = 0; i < 620; i++) {
			jobs.add(job("many " + ((i % 2 == 0) ? "a" : "A") + i));
		}
		jobs.add(new LockKey(key("other names"), "many a0"));
		for (int i = 0; i < jobs.size(); i += 7) {
			assertThat(ledger.write(jobs.get(i), 0, state("trigger " + i), List.of(run(1)), 5)).isPresent();
		}
		for (int count : new int[] { 1, 2, 5, 6, 100, 101, 500, 501, jobs.size() }) {
			List<LockKey> some = jobs.subList(0, count);
			Map<LockKey, JobEntry> entries = ledger().readAll(some);
			assertThat(entries.keySet()).containsExactlyInAnyOrderElementsOf(some);
			for (int i = 0; i < count; i++) {
				JobState expected = (i % 7 == 0) ? state("trigger " + i) : JobState.unknown();
				JobEntry entry = Objects.requireNonNull(entries.get(some.get(i)));
				assertThat(entry.state()).as("%s of %d", some.get(i), count).isEqualTo(expected);
				assertThat(entry.version() != 0).isEqualTo(i % 7 == 0);
			}
		}
		JobEntry one = Objects.requireNonNull(ledger.readAll(jobs).get(jobs.get(7)));
		assertThat(one.version()).isEqualTo(ledger.read(jobs.get(7)).version());
		assertThat(ledger.write(jobs.get(7), one.version(), state("changed"), List.of(), 5)).isPresent();
		assertThat(Objects.requireNonNull(ledger().readAll(jobs).get(jobs.get(7))).state())
			.as("of another node, at once")
			.isEqualTo(state("changed"));
		assertThat(ledger.readAll(List.of())).isEmpty();
	}

	/**
	 * Write something that is no job where the store keeps one.
	 * @param job the job, which the store knows
	 * @return what the store calls the place, or {@code null} if the test does not write
	 */
	protected @Nullable String intrude(LockKey job) {
		return null;
	}

	@Test
	void whatIsNoJobIsNamedWithTheRemedyAndSpoilsNoOtherJob() {
		JobLedger ledger = ledger();
		LockKey job = job("intruded");
		LockKey other = job("beside");
		write(ledger, job, List.of(run(1)), 5);
		write(ledger, other, List.of(run(2)), 5);
		String place = intrude(job);
		Assumptions.assumeTrue(place != null, "The store of this test can hold nothing but jobs");
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ledger.readAll(List.of(job, other)))
			.returns(LockStoreException.Outcome.PERMANENT, LockStoreException::getOutcome);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> ledger.read(job))
			.returns(LockStoreException.Outcome.PERMANENT, LockStoreException::getOutcome)
			.withMessageContaining(place)
			.withMessageContaining("delete");
		assertThat(ledger.read(other).state()).isEqualTo(state("t"));
		assertThat(ledger.history(other, 5)).containsExactly(run(2));
	}

	@Test
	void clockOfManyIsThatOfOneAndNotAhead() {
		JobLedger ledger = ledger();
		LockKey job = job("clock of many");
		for (int i = 0; i < 20; i++) {
			Instant before = ledger.read(job).now();
			Instant many = Objects.requireNonNull(ledger.readAll(List.of(job)).get(job)).now();
			Instant after = ledger.read(job).now();
			assertThat(many).isBetween(before, after.plusMillis(1));
		}
	}

	/**
	 * As long as a lock is leased there is no use in asking for it.
	 */
	@Test
	void leaseThatIsLeftIsTold() {
		String name = key("leased");
		LockKey lock = TestNode.key(name);
		TestNode node = node();
		assertThat(ledger().leaseLeft(lock)).isEqualTo(Duration.ZERO);
		try (HeldLock held = node.template.tryAcquire(name).orElseThrow()) {
			assertThat(held.isHeld()).isTrue();
			assertThat(ledger().leaseLeft(lock)).isPositive().isLessThanOrEqualTo(LONGEST_LEASE);
		}
		assertThat(ledger().leaseLeft(lock)).isEqualTo(Duration.ZERO);
	}

	@Test
	void lockOfTheSameNameIsSomethingElse() {
		TestNode node = node();
		String name = key("both");
		node.template.executeWithoutResult(once(name), (lock) -> {
			write(ledger(), TestNode.key(name), List.of(run(1)), 5);
			if (provider() instanceof LockCatalog) {
				assertThat(listed(provider())).extracting(StoredLock::key)
					.containsOnlyOnce("contract:" + name)
					.doesNotContain("contract:" + name + ":job");
			}
		});
		store().delete(TestNode.key(name));
		store().purge();
		assertThat(ledger().history(TestNode.key(name), 5)).containsExactly(run(1));
		assertThat(ledger().read(TestNode.key(name)).version()).isPositive();
		assertThat(node.template.tryAcquire(name)).isPresent();
	}

}

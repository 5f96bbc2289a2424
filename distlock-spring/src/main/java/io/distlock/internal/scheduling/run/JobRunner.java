// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.distlock.HeldLock;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.JobChange;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.JobStep;
import io.distlock.internal.scheduling.rules.TriggerRules;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of one job on this node: determines the next step from the state of the job in
 * the cluster, and starts due runs.
 * <p>
 * A run requires a lock of the engine, which is renewed and reports its loss, and a
 * change of the entry, which succeeds only if no other node has changed the entry since
 * the read under that lock. The lock separates runs in time. The change ensures that each
 * attempt of a fire time is claimed once, even if this node was paused in between.
 * <p>
 * See the page 'job-protocol' of the reference.
 */
final class JobRunner implements WatchedJob {

	private static final Logger logger = LoggerFactory.getLogger(JobRunner.class);

	/**
	 * Interval of checks for the return of an abandoned method. Other nodes may start the
	 * job meanwhile.
	 */
	private static final Duration ABANDONED_CHECK_INTERVAL = Duration.ofSeconds(5);

	private final JobSpec spec;

	private final Runnable body;

	private final JobSettings settings;

	private final JobTime time;

	private final IntConsumer lostThreads;

	private final JobReports reports;

	final JobLedgerCalls ledger;

	private final JobRuns runs;

	final RunWatch watch;

	private final PollInterval pace;

	/**
	 * Current life, begun and ended by the scheduler.
	 */
	private final AtomicReference<Life> life;

	/**
	 * Create a runner.
	 * @param body calls the method
	 * @param lostThreads accepts 1 if a run is abandoned while its method still runs, and
	 * -1 after the return of the method
	 */
	JobRunner(JobSpec spec, Runnable body, JobStore store, JobSettings settings, Consumer<ClusterJobRunEvent> listener,
			JobTime time, IntConsumer lostThreads) {
		this.spec = spec;
		this.body = body;
		this.settings = settings;
		this.time = time;
		this.lostThreads = lostThreads;
		this.life = new AtomicReference<>(new Life(false, time.nanoTime(), null));
		String name = this.spec.name();
		Duration leaseTime = (this.spec.leaseTime() != null) ? this.spec.leaseTime() : settings.leaseTime();
		Duration maxRunTime = (this.spec.maxRunTime() != null) ? this.spec.maxRunTime() : settings.maxRunTime();
		this.reports = new JobReports(name, listener);
		this.ledger = new JobLedgerCalls(store, name, settings.historySize(), this.reports, time);
		this.runs = new JobRuns(name, store, leaseTime, settings.onLost(), this.ledger, time);
		this.watch = new RunWatch(name, this.ledger, this.runs, time, maxRunTime);
		this.pace = new PollInterval(leaseTime, settings.triggerTimeout().dividedBy(2), time);
	}

	@Override
	public LockKey key() {
		return this.ledger.key();
	}

	/**
	 * Begin a life of this node. Among the triggers that nodes define, the trigger of the
	 * most recently started node takes precedence.
	 */
	void begin() {
		this.life.set(new Life(true, this.time.nanoTime(), null));
		this.reports.begin();
	}

	/**
	 * Stop starting runs.
	 */
	void end() {
		this.life.updateAndGet(Life::closed);
	}

	private boolean isOpen() {
		return this.life.get().open();
	}

	@Override
	public PollResult poll(JobEntry entry, long readAt) {
		try {
			PollResult result = decide(this.ledger.remember(entry, readAt));
			if (!result.due()) {
				this.pace.succeeded();
			}
			return result;
		}
		catch (RuntimeException ex) {
			return failed(ex);
		}
	}

	@Override
	public PollResult run() {
		try {
			PollResult result = runOrFail();
			this.pace.succeeded();
			return result;
		}
		catch (RuntimeException ex) {
			return failed(ex);
		}
	}

	@Override
	public PollResult failed(RuntimeException failure) {
		Duration next = this.pace.failed();
		if (this.pace.failures() == 1 && isOpen()) {
			logger.warn("Cannot read job '{}' from the store; due runs are delayed until it responds", this.spec.name(),
					failure);
		}
		else {
			logger.debug("Cannot read job '{}' from the store", this.spec.name(), failure);
		}
		return PollResult.in(next);
	}

	private PollResult decide(JobEntry entry) {
		if (this.runs.isUnrecorded()) {
			return PollResult.TO_RUN;
		}
		this.reports.ahead(entry, this.time.nanoTime());
		JobRules rules = rules(entry);
		JobStep step = rules.step(entry);
		JobStep.TryLock due = (step instanceof JobStep.TryLock tryLock && !this.watch.isAbandoned()) ? tryLock : null;
		this.runs.found(due);
		if (step instanceof JobChange change) {
			// Recorded runs are published to the application.
			return change.records().isEmpty() ? register(entry, change) : PollResult.TO_RUN;
		}
		this.reports.follow(rules, entry.state());
		if (step instanceof JobStep.Rest rest) {
			return this.pace.rest(rest, entry.now());
		}
		return (due != null) ? busyOrDue(entry, due) : PollResult.in(ABANDONED_CHECK_INTERVAL);
	}

	/**
	 * Wait, or try the lock. While another node runs the job, its lock is not requested
	 * before its lease can have ended.
	 */
	private PollResult busyOrDue(JobEntry entry, JobStep.TryLock step) {
		JobRun running = this.runs.runningElsewhere(step.running());
		Duration sure = (running != null) ? this.pace.leaseOf(running, entry.now()) : Duration.ZERO;
		return (running == null || sure.isZero()) ? PollResult.TO_RUN
				: this.pace.running(step, running, sure, entry.now());
	}

	/**
	 * Run unless the lock is busy. Reads the remaining time of a renewed lease from the
	 * store, which must not delay a poll.
	 */
	private PollResult runUnlessBusy(JobRules rules, JobStep.TryLock step) {
		JobRun running = this.runs.runningElsewhere(step.running());
		Duration left = (running != null) ? this.runs.leaseLeft() : Duration.ZERO;
		return (running == null || left.isZero()) ? tryRun(rules, step)
				: this.pace.running(step, running, left, this.ledger.now());
	}

	/**
	 * Run what the poll found due, if the poll was recent. The decision is made again
	 * under the lock.
	 */
	private PollResult runOrFail() {
		this.runs.recordPending();
		JobStep.TryLock found = this.runs.takeDue();
		JobRules known = this.life.get().rules();
		if (found != null && known != null && this.ledger.isFresh()) {
			return runUnlessBusy(known, found);
		}
		JobEntry entry = this.ledger.poll();
		JobRules rules = rules(entry);
		JobStep step = rules.step(entry);
		if (step instanceof JobChange change) {
			return register(entry, change);
		}
		if (step instanceof JobStep.TryLock tryLock) {
			return runUnlessBusy(rules, tryLock);
		}
		return this.pace.rest((JobStep.Rest) step, entry.now());
	}

	private JobRules rules(JobEntry entry) {
		Life life = this.life.get();
		JobRules known = life.rules();
		if (known == null || known.triggers().isStartAhead(entry.now())) {
			Duration up = Duration.ofNanos(this.time.nanoTime() - life.startedAt());
			known = rules(entry.now().minus(up).truncatedTo(ChronoUnit.MILLIS));
			this.life.compareAndSet(life, life.with(known));
		}
		return known;
	}

	/**
	 * Return the rules of a node that defines no trigger, and registers a trigger only
	 * for a new job.
	 */
	JobRules standing() {
		return rules(Instant.EPOCH);
	}

	private JobRules rules(Instant started) {
		TriggerRules triggers = TriggerRules.of(this.spec.trigger(), this.settings.version(), started,
				this.settings.triggerTimeout(), this.settings.forgetAfter());
		Duration own = this.spec.misfireThreshold();
		return new JobRules(triggers, this.spec.retries(), (own != null) ? own : this.settings.misfireThreshold());
	}

	private PollResult register(JobEntry entry, JobChange change) {
		String before = entry.state().trigger().text();
		String after = change.state().trigger().text();
		if (this.ledger.write(entry, change) && !after.equals(before)) {
			logger.info("Job '{}' is registered: {}{}", this.spec.name(), after,
					before.isEmpty() ? "" : " instead of " + before);
		}
		return PollResult.IMMEDIATELY;
	}

	private PollResult tryRun(JobRules rules, JobStep.TryLock step) {
		Optional<HeldLock> acquired = this.runs.tryAcquire();
		if (acquired.isEmpty()) {
			return this.pace.busy(step, this.ledger.now());
		}
		try (HeldLock held = acquired.get()) {
			JobRun run = isOpen() ? this.runs.claim(rules, held) : null;
			return (run != null) ? run(run, rules, held) : PollResult.IMMEDIATELY;
		}
	}

	private PollResult run(JobRun run, JobRules rules, HeldLock held) {
		RunWatch.Call call = this.watch.call(run, rules, held, this.body, this.lostThreads);
		if (call.isGivenUp()) {
			return PollResult.IMMEDIATELY;
		}
		boolean stillHeld = held.isHeld();
		Throwable failure = call.failure();
		// Aborted because this node stops.
		boolean stopped = failure != null && !call.isEnded() && !isOpen();
		Throwable thrown = stillHeld ? failure : this.runs.loss(failure, held);
		if ((stopped || !stillHeld) && rules.retries().isLeft(run.attempt())) {
			held.close();
		}
		else {
			record(run, rules, call, stillHeld, thrown, held);
		}
		return afterRun(run, rules, thrown);
	}

	private JobRun record(JobRun run, JobRules rules, RunWatch.Call call, boolean stillHeld, @Nullable Throwable thrown,
			HeldLock held) {
		if (stillHeld) {
			return this.runs.end(run, call.outcome(), call.error(), held, rules);
		}
		held.close();
		return this.runs.end(run, Outcome.LOST, JobRuns.text(thrown), held, rules);
	}

	/**
	 * Rest according to the entry written at the end of the run, if it is unambiguous. A
	 * failed attempt with a retry results in one warning, without an error of the task
	 * scheduler.
	 */
	private PollResult afterRun(JobRun run, JobRules rules, @Nullable Throwable thrown) {
		JobEntry entry = this.runs.isUnrecorded() ? null : this.ledger.seen();
		if (entry == null) {
			return PollResult.IMMEDIATELY.with(thrown);
		}
		JobState state = entry.state();
		PollResult next = (state.running() == null) ? this.pace.rest(rules.rest(entry), entry.now())
				: PollResult.IMMEDIATELY;
		JobRetry retry = state.retry();
		if (retry == null || !retry.fireTime().equals(run.fireTime())) {
			return next.with(thrown);
		}
		logger.debug("An attempt of job '{}' failed, and will be retried", this.spec.name(), thrown);
		return next;
	}

	/**
	 * Run the job on demand, under the same lock and regardless of its trigger.
	 */
	JobRun runNow() {
		JobRules rules = standing();
		try (HeldLock held = this.runs.acquireOnDemand()) {
			this.runs.recordPending();
			JobRun run = this.runs.claimOnDemand(rules, held);
			RunWatch.Call call = this.watch.call(run, rules, held, this.body, (threads) -> {
			});
			if (call.isGivenUp()) {
				JobRun record = call.record();
				return (record != null) ? record : run;
			}
			boolean stillHeld = held.isHeld();
			Throwable failure = call.failure();
			Throwable thrown = stillHeld ? failure : this.runs.loss(failure, held);
			if (thrown != null) {
				logger.error("Job '{}', which was run on demand, failed", this.spec.name(), thrown);
			}
			return record(run, rules, call, stillHeld, thrown, held);
		}
	}

	/**
	 * Life of this node, from its start to its stop.
	 *
	 * @param open {@code true} while new runs may start
	 * @param startedAt the start by the monotonic clock
	 * @param rules the rules, from the first poll on
	 */
	private record Life(boolean open, long startedAt, @Nullable JobRules rules) {

		Life closed() {
			return new Life(false, this.startedAt, this.rules);
		}

		Life with(JobRules rules) {
			return new Life(this.open, this.startedAt, rules);
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.poll.PollResult;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.rules.JobRules;
import io.distlock.scheduling.rules.JobStates;
import io.distlock.scheduling.rules.JobStep;
import io.distlock.scheduling.rules.TriggerRules;
import io.distlock.scheduling.run.JobLedgerCalls.Seen;
import io.distlock.scheduling.trigger.JobTriggers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job on this node: polls its state in the cluster, and runs what is due.
 * <p>
 * A run is a lock of the engine, which is renewed and reports its loss, and a change of
 * the entry that happens only if no other node changed it since it was read under that
 * lock. The lock keeps runs apart in time; the change makes sure that each attempt of a
 * fire time is claimed once, however long this node slept in between.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class JobRunner {

	private static final Logger logger = LoggerFactory.getLogger(JobRunner.class);

	/**
	 * How often to check whether a method has returned whose run was abandoned. Other
	 * nodes may start the job meanwhile.
	 */
	private static final Duration WHILE_ABANDONED = Duration.ofSeconds(5);

	/**
	 * How long what was read is good enough to claim a run by.
	 */
	private static final Duration JUST_NOW = Duration.ofSeconds(1);

	private final JobSpec spec;

	private final JobLock lock;

	private final JobLedgerCalls ledger;

	private final PollInterval pace;

	private final JobEvents events;

	private final RunClaimer claims;

	private final RunRecorder endings;

	private final RunWatch watch;

	private volatile LostThread lost = LostThread.NONE;

	private final ManualRun onDemand;

	private final BooleanSupplier open;

	private final JobTime time;

	private final JobSettings settings;

	private final Duration misfireThreshold;

	private long startedAt;

	/**
	 * The rules of this life of the node, from its first look on.
	 */
	private volatile @Nullable JobRules rules;

	private volatile String adopted = "";

	/**
	 * What the last look has found to be due, until it runs.
	 */
	private volatile @Nullable Due due;

	/**
	 * Create a runner.
	 * @param spec the job
	 * @param store where it is kept
	 * @param settings settings of all jobs
	 * @param listener accepts events of ended runs
	 * @param open whether new runs may start
	 * @param time the monotonic clock
	 */
	public JobRunner(JobSpec spec, JobStore store, JobSettings settings, Consumer<ClusterJobRunEvent> listener,
			BooleanSupplier open, JobTime time) {
		Duration leaseTime = (spec.leaseTime() != null) ? spec.leaseTime() : settings.leaseTime();
		this.spec = spec;
		this.lock = new JobLock(store, spec.name(), leaseTime, settings.onLost());
		this.ledger = new JobLedgerCalls(store, spec.name(), settings.historySize(), time);
		this.settings = settings;
		this.misfireThreshold = (spec.misfireThreshold() != null) ? spec.misfireThreshold()
				: settings.misfireThreshold();
		this.pace = new PollInterval(leaseTime, settings.triggerTimeout().dividedBy(2));
		this.events = new JobEvents(spec.name(), listener);
		this.claims = new RunClaimer(this.ledger, this.events, store.nodeName(), open);
		this.endings = new RunRecorder(spec.name(), this.ledger, this.events, time);
		this.watch = new RunWatch(spec.name(), this.ledger, this.endings, time,
				(spec.maxRunTime() != null) ? spec.maxRunTime() : settings.maxRunTime());
		this.onDemand = new ManualRun(spec.name(), this.lock, this.ledger, this.endings, this.events, this.watch,
				store.nodeName());
		this.open = open;
		this.time = time;
		this.startedAt = time.nanoTime();
	}

	JobLedgerCalls ledger() {
		return this.ledger;
	}

	/**
	 * Begin a life of this node: of the triggers that nodes define, that of the node that
	 * started last wins.
	 */
	public void begin() {
		this.startedAt = this.time.nanoTime();
		this.rules = null;
		this.adopted = "";
	}

	/**
	 * Poll the job, and run what is due. Never throws.
	 * @param body runs the method
	 * @return when to look again, and what the method threw
	 */
	public PollResult poll(Runnable body) {
		PollResult poll = guarded(() -> decide(this.ledger.poll()));
		return poll.due() ? run(body) : poll;
	}

	/**
	 * Decide what to do, and run nothing of the application. Never throws.
	 * @param entry what was read just now
	 * @return when to look again, or that there is something to run
	 */
	PollResult poll(JobEntry entry) {
		return guarded(() -> decide(this.ledger.saw(entry)));
	}

	/**
	 * Run what is due. Never throws.
	 * @param body runs the method
	 * @return when to look again, and what the method threw
	 */
	PollResult run(Runnable body) {
		return guarded(() -> runOrFail(body));
	}

	private PollResult guarded(Supplier<PollResult> poll) {
		try {
			PollResult result = poll.get();
			if (!result.due()) {
				this.pace.succeeded();
			}
			return result;
		}
		catch (RuntimeException ex) {
			return failed(ex);
		}
	}

	PollResult failed(RuntimeException failure) {
		Duration next = this.pace.failed();
		if (this.pace.failures() == 1 && this.open.getAsBoolean()) {
			logger.warn("Cannot read job '{}' from the store; due runs are delayed until it responds", this.spec.name(),
					failure);
		}
		else {
			logger.debug("Cannot read job '{}' from the store", this.spec.name(), failure);
		}
		return PollResult.in(next);
	}

	private PollResult decide(JobEntry entry) {
		this.due = null;
		if (this.endings.isLeft()) {
			return PollResult.toRun();
		}
		JobRules rules = rules(entry);
		JobStep step = rules.step(entry);
		if (step instanceof JobStep.Register register) {
			// Recorded runs are published to the application.
			return register.records().isEmpty() ? register(entry, register) : PollResult.toRun();
		}
		follow(rules, entry);
		if (step instanceof JobStep.TryLock tryLock) {
			if (this.watch.isAbandoned()) {
				return PollResult.in(WHILE_ABANDONED);
			}
			this.due = new Due(new Seen(entry, this.time.nanoTime()), tryLock);
			return busyOrDue(entry, tryLock);
		}
		return this.pace.rest((JobStep.Rest) step, entry.now());
	}

	/**
	 * While another node runs the job, its lock is not asked for before its lease can
	 * have ended.
	 */
	private PollResult busyOrDue(JobEntry entry, JobStep.TryLock step) {
		JobRun running = runningElsewhere(entry);
		Duration sure = (running != null) ? this.pace.leaseOf(running, entry.now()) : Duration.ZERO;
		return (running == null || sure.isZero()) ? PollResult.toRun()
				: this.pace.running(step, running, sure, entry.now());
	}

	private @Nullable JobRun runningElsewhere(JobEntry entry) {
		JobRun running = entry.state().running();
		return (running != null && !this.claims.isUnstarted(running)) ? running : null;
	}

	/**
	 * Asks the store for what is left of a lease that was renewed, which a poll must not
	 * wait for.
	 */
	private PollResult runUnlessBusy(Due due, JobEntry entry, Runnable body) {
		JobRun running = runningElsewhere(entry);
		Duration left = (running != null) ? this.lock.leaseLeft() : Duration.ZERO;
		return (running == null || left.isZero()) ? tryRun(due, body)
				: this.pace.running(due.step(), running, left, entry.now());
	}

	/**
	 * Run what the look has found to be due, if that was just now; under the lock it is
	 * decided again.
	 */
	private PollResult runOrFail(Runnable body) {
		this.endings.recordPending();
		Due last = this.due;
		this.due = null;
		JobEntry known = (last != null) ? last.seen().within(JUST_NOW, this.time.nanoTime()) : null;
		if (last != null && known != null) {
			return runUnlessBusy(last, known, body);
		}
		JobEntry entry = this.ledger.poll();
		JobStep step = rules(entry).step(entry);
		if (step instanceof JobStep.Register register) {
			return register(entry, register);
		}
		if (step instanceof JobStep.TryLock tryLock) {
			return runUnlessBusy(new Due(new Seen(entry, this.time.nanoTime()), tryLock), entry, body);
		}
		return this.pace.rest((JobStep.Rest) step, entry.now());
	}

	private JobRules rules(JobEntry entry) {
		JobRules known = this.rules;
		if (known == null) {
			Duration up = Duration.ofNanos(this.time.nanoTime() - this.startedAt);
			known = rules(JobStates.millis(entry.now().minus(up)));
			this.rules = known;
		}
		return known;
	}

	private JobRules rules(Instant started) {
		TriggerRules triggers = TriggerRules.of(this.spec.trigger(), this.settings.version(), started,
				this.settings.triggerTimeout(), this.settings.forgetAfter());
		return new JobRules(triggers, this.spec.retries(), new DueTimes(this.misfireThreshold));
	}

	private PollResult register(JobEntry entry, JobStep.Register change) {
		String before = entry.state().trigger().text();
		String after = change.state().trigger().text();
		if (!this.ledger.write(entry, change.state(), change.records())) {
			return PollResult.atOnce();
		}
		this.events.written(change.state(), change.records());
		if (!after.equals(before)) {
			logger.info("Job '{}' is registered: {}{}", this.spec.name(), after,
					before.isEmpty() ? "" : " instead of " + before);
		}
		return PollResult.atOnce();
	}

	/**
	 * Log once which trigger this node follows instead of its own.
	 */
	private void follow(JobRules rules, JobEntry entry) {
		String trigger = entry.state().trigger().text();
		if (rules.triggers().isDisabled() || rules.triggers().isSame(entry.state())
				|| rules.triggers().isNext(entry.state())) {
			this.adopted = "";
		}
		else if (!trigger.equals(this.adopted)) {
			this.adopted = trigger;
			boolean known = JobTriggers.parse(trigger) != null;
			logger.warn(
					"Job '{}' follows the trigger '{}', defined by nodes that started later; this node defines '{}'{}",
					this.spec.name(), trigger, this.spec.trigger().text(),
					known ? "" : ". This version does not understand it, so the job does not run here");
		}
	}

	private PollResult tryRun(Due due, Runnable body) {
		JobRules rules = rules(due.seen().entry());
		Optional<HeldLock> acquired = this.lock.tryAcquire();
		if (acquired.isEmpty()) {
			return this.pace.busy(due.step(), due.seen().at(this.time.nanoTime()).now());
		}
		try (HeldLock held = acquired.get()) {
			JobRun run = this.claims.claim(rules, due.seen().within(JUST_NOW, this.time.nanoTime()), held);
			return (run != null) ? run(run, rules, held, body) : PollResult.atOnce();
		}
	}

	private PollResult run(JobRun run, JobRules rules, HeldLock held, Runnable body) {
		RunWatch.Call call = this.watch.call(run, rules, held, body, this.lost);
		if (call.isGivenUp()) {
			return PollResult.atOnce();
		}
		boolean stillHeld = held.isHeld();
		Throwable thrown = stillHeld ? call.failure() : this.lock.lost(call.failure(), held);
		if (stillHeld && !isStopped(run, call, rules)) {
			this.endings.end(run, call.outcome(), call.error(), held, rules);
		}
		else {
			held.close();
			this.endings.lost(run, thrown, rules);
		}
		return isRetried(run) ? notLoggedAgain(thrown) : afterRun().with(thrown);
	}

	/**
	 * Return whether another attempt was planned when the end of a run was recorded.
	 */
	private boolean isRetried(JobRun run) {
		JobEntry entry = this.ledger.seen();
		JobRetry retry = (entry != null) ? entry.state().retry() : null;
		return retry != null && !this.endings.isLeft() && retry.fireTime().equals(run.fireTime());
	}

	/**
	 * A failed attempt that is retried is one warning, and no error of the task
	 * scheduler.
	 */
	private PollResult notLoggedAgain(@Nullable Throwable failure) {
		logger.debug("An attempt of job '{}' failed, and will be retried", this.spec.name(), failure);
		return afterRun();
	}

	/**
	 * Rest, by what this node has written at the end of its run, if that leaves no doubt.
	 */
	private PollResult afterRun() {
		JobEntry entry = this.ledger.seen();
		if (entry == null || entry.state().running() != null || this.endings.isLeft()) {
			return PollResult.atOnce();
		}
		return (rules(entry).step(entry) instanceof JobStep.Rest rest) ? this.pace.rest(rest, entry.now())
				: PollResult.atOnce();
	}

	/**
	 * Return whether a run was aborted because this node stops, and others may retry.
	 */
	private boolean isStopped(JobRun run, RunWatch.Call call, JobRules rules) {
		return call.failure() != null && !call.isEnded() && !this.open.getAsBoolean()
				&& rules.retries().isLeft(run.attempt());
	}

	/**
	 * Set a callback for when a run is abandoned, which keeps its thread.
	 */
	void onLostThread(LostThread listener) {
		this.lost = listener;
	}

	RunWatch watch() {
		return this.watch;
	}

	JobRun runNow(Runnable body) {
		return this.onDemand.run(body, standing());
	}

	/**
	 * Return the rules of a node that defines no trigger, and only registers one where
	 * there is none.
	 */
	JobRules standing() {
		return rules(Instant.EPOCH);
	}

	/**
	 * A job that is due.
	 *
	 * @param seen the entry that shows it
	 * @param step what it asks for
	 */
	private record Due(Seen seen, JobStep.TryLock step) {

	}

}

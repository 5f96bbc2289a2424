// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.JobSettings;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.annotated.DiscoveredJob;
import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.poll.JobPoller;
import io.distlock.scheduling.poll.JobTask;
import io.distlock.scheduling.poll.PollResult;
import io.distlock.scheduling.poll.ScheduledPoll;
import io.distlock.scheduling.poll.WatchedJob;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.rules.JobStates;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.config.ScheduledTask;

/**
 * One job on this node, with everything that belongs to it.
 */
final class LocalJob implements WatchedJob, LostThread {

	private final JobSpec spec;

	private final JobRunner runner;

	private final ScheduledPoll polling;

	private final @Nullable ScheduledTask task;

	private final Runnable body;

	private final JobLedger kept;

	private final AtomicInteger lostThreads = new AtomicInteger();

	private volatile @Nullable TaskScheduler scheduler;

	LocalJob(DiscoveredJob job, JobStore store, JobPoller poller, JobSettings settings,
			Consumer<ClusterJobRunEvent> listener, BooleanSupplier open) {
		this.spec = job.spec();
		this.kept = store.ledger();
		this.runner = new JobRunner(this.spec, store, settings, listener, open, JobTime.SYSTEM);
		this.polling = poller.add(this);
		this.runner.onLostThread(this);
		this.task = JobTask.of(this.spec.trigger(), job.method(), this.polling);
		this.body = (this.task != null) ? this.task.getTask().getRunnable() : job.method();
	}

	JobSpec spec() {
		return this.spec;
	}

	@Nullable ScheduledTask task() {
		return this.task;
	}

	@Override
	public String name() {
		return this.spec.name();
	}

	@Override
	public LockKey key() {
		return this.runner.ledger().key();
	}

	boolean isKeptIn(JobLedger ledger) {
		return this.kept == ledger;
	}

	@Override
	public PollResult poll(JobEntry entry) {
		return this.runner.poll(entry);
	}

	@Override
	public PollResult failed(RuntimeException failure) {
		return this.runner.failed(failure);
	}

	@Override
	public PollResult run() {
		return this.runner.run(this.body);
	}

	/**
	 * Start polling.
	 */
	void start(TaskScheduler scheduler) {
		this.scheduler = scheduler;
		this.runner.begin();
		this.polling.start(scheduler);
	}

	void stop() {
		this.polling.stop();
	}

	/**
	 * Replace the thread, so that other jobs still run on this node.
	 */
	@Override
	public void givenUp() {
		resize(1);
		this.polling.restart();
	}

	@Override
	public void returned() {
		resize(-1);
		this.polling.restart();
	}

	/**
	 * A method may return before it is noted that its run was given up.
	 */
	private void resize(int by) {
		int before = this.lostThreads.getAndAdd(by);
		int threads = Math.max(0, before + by) - Math.max(0, before);
		TaskScheduler pool = this.scheduler;
		if (threads != 0 && pool != null) {
			LostThread.resize(pool, threads);
		}
	}

	RunWatch watch() {
		return this.runner.watch();
	}

	/**
	 * Ask the current run to stop, on whichever node, or cancel the planned attempt.
	 * @return whether there is one
	 */
	boolean stopRun() {
		return translated(() -> {
			AtomicBoolean found = new AtomicBoolean();
			this.runner.ledger().change((entry) -> {
				JobState stopped = JobStates.stopped(entry.state(), entry.now());
				found.set(stopped.stopping() || !stopped.equals(entry.state()));
				return stopped;
			});
			return found.get();
		});
	}

	JobRun runNow() {
		return translated(() -> this.runner.runNow(this.body));
	}

	private <T> T translated(Supplier<T> call) {
		return this.runner.ledger().translated(call);
	}

	List<JobRun> history() {
		return translated(() -> this.runner.ledger().history());
	}

	void pause(boolean paused) {
		translated(() -> {
			this.runner.ledger().change((entry) -> paused(entry, paused));
			return paused;
		});
	}

	private JobState paused(JobEntry entry, boolean paused) {
		JobState state = (entry.version() != 0) ? entry.state()
				: this.runner.standing().triggers().registered(entry.state(), entry.now());
		if (state.paused() == paused) {
			return state;
		}
		return paused ? state.withPausedSince(entry.now()) : JobStates.resumed(state, entry.now());
	}

	ClusterJob describe() {
		return describe(translated(() -> this.runner.ledger().read()));
	}

	/**
	 * Describe what this node has last read of the job.
	 */
	Optional<ClusterJob> seen() {
		return Optional.ofNullable(this.runner.ledger().seen()).map(this::describe);
	}

	private ClusterJob describe(JobEntry entry) {
		JobState state = entry.state();
		boolean known = entry.version() != 0;
		String trigger = known ? state.trigger().text() : this.spec.trigger().text();
		return new ClusterJob(this.spec.name(), trigger, state.pausedSince(), state.running(), state.retry(),
				state.lastFireTime(), DueTimes.next(entry), known ? DueTimes.overdue(entry) : null, state.statistics(),
				entry.now(), this.spec.provider());
	}

}

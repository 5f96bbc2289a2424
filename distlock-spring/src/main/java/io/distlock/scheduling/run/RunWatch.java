// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.ObservedLock;
import io.distlock.provider.DaemonThreads;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.rules.JobRules;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the method of a job, and ends a run that timed out, or was asked to stop: the job
 * is notified, interrupted, and abandoned if it is still running. Its end is recorded
 * then, and its lock released. A run of less than a second costs no thread.
 */
final class RunWatch {

	private static final Logger logger = LoggerFactory.getLogger(RunWatch.class);

	/**
	 * Grace period of a run that was asked to stop, until it is interrupted.
	 */
	private static final Duration NOTICE = Duration.ofSeconds(5);

	/**
	 * Grace period of a run that was interrupted.
	 */
	private static final Duration GRACE = Duration.ofSeconds(10);

	/**
	 * Interval between requests to the store whether the run is to stop.
	 */
	private static final Duration QUESTION = Duration.ofSeconds(5);

	private static final Duration STEP = Duration.ofSeconds(1);

	/**
	 * Number of threads of a node that one job may lose: a method that hangs now and then
	 * must not end its job, and one that hangs each time must not take all threads.
	 */
	static final int MOST_ABANDONED = 3;

	private final Set<Call> calls = ConcurrentHashMap.newKeySet();

	/**
	 * Methods that still run although their runs were given up.
	 */
	private final AtomicInteger abandoned = new AtomicInteger();

	private final String jobName;

	private final JobLedgerCalls ledger;

	private final RunRecorder endings;

	private final JobTime time;

	private final @Nullable Duration maxRunTime;

	RunWatch(String jobName, JobLedgerCalls ledger, RunRecorder endings, JobTime time, @Nullable Duration maxRunTime) {
		this.jobName = jobName;
		this.ledger = ledger;
		this.endings = endings;
		this.time = time;
		this.maxRunTime = maxRunTime;
	}

	/**
	 * Call the method on this thread.
	 * @param lost accepts 1 if the run is given up while the method still runs, and -1
	 * when that has returned
	 */
	Call call(JobRun run, JobRules rules, HeldLock held, Runnable body, IntConsumer lost) {
		Call call = new Call(run, rules, held, lost, this.time.nanoTime());
		this.calls.add(call);
		Duration max = this.maxRunTime;
		this.time.later((max != null && max.compareTo(STEP) < 0) ? max : STEP, () -> watchIfOn(call));
		try (LockObserver.Scope scope = ObservedLock.enter(held)) {
			new ClusterJobContext(this.jobName, run, held, call::isStopping).call(body);
		}
		catch (Throwable ex) {
			call.failure = ex;
		}
		finally {
			call.leave();
			this.calls.remove(call);
		}
		if (call.isGivenUp()) {
			this.abandoned.decrementAndGet();
			lost.accept(-1);
		}
		return call;
	}

	/**
	 * Returns whether so many methods still run on this node whose runs were given up
	 * that the job must not take another thread.
	 */
	boolean isAbandoned() {
		return this.abandoned.get() >= MOST_ABANDONED;
	}

	/**
	 * Notify all runs of this node that it stops.
	 * @return whether there are any
	 */
	boolean tellShutdown() {
		this.calls.forEach((call) -> call.stopping = true);
		return !this.calls.isEmpty();
	}

	void interruptForShutdown() {
		this.calls.forEach((call) -> call.interrupt());
	}

	private void watchIfOn(Call call) {
		if (this.calls.contains(call)) {
			DaemonThreads.start("distlock-watch-" + this.jobName, () -> watch(call));
		}
	}

	private void watch(Call call) {
		long askedAt = this.time.nanoTime();
		while (this.calls.contains(call)) {
			long now = this.time.nanoTime();
			if (this.maxRunTime != null && now - call.startedAt >= this.maxRunTime.toNanos()) {
				endAfter(call, Outcome.TIMED_OUT, Duration.ZERO);
				return;
			}
			if (now - askedAt >= QUESTION.toNanos() && isAskedToStop(call)) {
				endAfter(call, Outcome.STOPPED, NOTICE);
				return;
			}
			askedAt = (now - askedAt >= QUESTION.toNanos()) ? now : askedAt;
			this.time.pause(step(call, now));
		}
	}

	private Duration step(Call call, long now) {
		if (this.maxRunTime == null) {
			return STEP;
		}
		Duration left = this.maxRunTime.minusNanos(now - call.startedAt);
		return (left.compareTo(STEP) < 0) ? left : STEP;
	}

	private boolean isAskedToStop(Call call) {
		try {
			JobState state = this.ledger.poll().state();
			return state.stopping() && JobRules.isSame(call.run, state.running());
		}
		catch (RuntimeException ex) {
			logger.debug("Could not check whether to stop the run of job '{}'", this.jobName, ex);
			return false;
		}
	}

	private void endAfter(Call call, Outcome reason, Duration notice) {
		call.stopping = true;
		call.reason = reason;
		logger.warn("Stopping the run of job '{}' for fire time {}, which {}", this.jobName, call.run.fireTime(),
				error(reason));
		await(call, notice);
		call.interrupt();
		await(call, GRACE);
		if (call.giveUp()) {
			this.abandoned.incrementAndGet();
			this.calls.remove(call);
			logger.error(
					"The run of job '{}' for fire time {} ignored the interrupt and was abandoned. Its lock has been released; "
							+ "its thread stays occupied until it returns",
					this.jobName, call.run.fireTime());
			try {
				call.record = record(call, reason);
				call.held.close();
			}
			finally {
				call.lost.accept(1);
			}
		}
	}

	private JobRun record(Call call, Outcome reason) {
		String error = error(reason) + ", and ignored the interrupt";
		return call.held.isHeld() ? this.endings.end(call.run, reason, error, call.held, call.rules)
				: this.endings.lost(call.run, error, call.rules);
	}

	private String error(Outcome reason) {
		return (reason == Outcome.TIMED_OUT) ? "took longer than " + this.maxRunTime : "was asked to stop";
	}

	private void await(Call call, Duration duration) {
		long start = this.time.nanoTime();
		while (this.calls.contains(call) && this.time.nanoTime() - start < duration.toNanos()) {
			this.time.pause(Duration.ofMillis(50));
		}
	}

	/**
	 * A method that was called.
	 */
	final class Call {

		private final ReentrantLock mutex = new ReentrantLock();

		private final Thread thread = Thread.currentThread();

		private final JobRun run;

		private final JobRules rules;

		private final HeldLock held;

		private final IntConsumer lost;

		private final long startedAt;

		private volatile boolean stopping;

		private volatile @Nullable Outcome reason;

		private volatile @Nullable JobRun record;

		private @Nullable Throwable failure;

		private boolean left;

		private boolean interrupted;

		private boolean over;

		private Call(JobRun run, JobRules rules, HeldLock held, IntConsumer lost, long startedAt) {
			this.run = run;
			this.rules = rules;
			this.held = held;
			this.lost = lost;
			this.startedAt = startedAt;
		}

		/**
		 * Return what the method threw.
		 */
		@Nullable Throwable failure() {
			return this.failure;
		}

		/**
		 * Return whether the run was over before the method ended.
		 */
		boolean isGivenUp() {
			return this.over;
		}

		/**
		 * Return the record of a run that was given up, if it is written.
		 */
		@Nullable JobRun record() {
			return this.record;
		}

		/**
		 * Return whether it was ended by this watch, and not because its node stops.
		 */
		boolean isEnded() {
			return this.reason != null;
		}

		/**
		 * A run that was asked to stop and returns has done what it could.
		 */
		Outcome outcome() {
			Outcome why = this.reason;
			if (why != null) {
				return why;
			}
			if (this.failure == null) {
				return Outcome.SUCCEEDED;
			}
			return this.interrupted ? Outcome.STOPPED : Outcome.FAILED;
		}

		@Nullable String error() {
			Outcome why = this.reason;
			return (this.failure == null && why != null) ? RunWatch.this.error(why) : RunRecorder.text(this.failure);
		}

		private boolean isStopping() {
			return this.stopping;
		}

		private void interrupt() {
			this.mutex.lock();
			try {
				if (!this.left && !this.interrupted) {
					this.interrupted = true;
					this.thread.interrupt();
				}
			}
			finally {
				this.mutex.unlock();
			}
		}

		private boolean giveUp() {
			this.mutex.lock();
			try {
				this.over = !this.left;
				return this.over;
			}
			finally {
				this.mutex.unlock();
			}
		}

		private void leave() {
			this.mutex.lock();
			try {
				this.left = true;
				if (this.interrupted) {
					Thread.interrupted();
				}
			}
			finally {
				this.mutex.unlock();
			}
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockObserver;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.ExitingThreads;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the method of a job, and ends a run after a timeout or a stop request: the job is
 * notified, interrupted, and finally abandoned if it is still running. The end of an
 * abandoned run is recorded, and its lock is released.
 */
final class RunWatch {

	private static final Logger logger = LoggerFactory.getLogger(RunWatch.class);

	/**
	 * Grace period between a stop request and the interrupt.
	 */
	static final Duration STOP_GRACE = Duration.ofSeconds(5);

	/**
	 * Grace period after the interrupt.
	 */
	static final Duration INTERRUPT_GRACE = Duration.ofSeconds(10);

	/**
	 * Interval of checks for a stop request in the store.
	 */
	static final Duration STOP_CHECK_INTERVAL = Duration.ofSeconds(5);

	/**
	 * Maximum number of threads of a node lost to a job: a job with occasional hangs must
	 * continue, and a permanently hanging job must not exhaust the threads.
	 */
	static final int MAX_ABANDONED = 3;

	private final Set<Call> calls = ConcurrentHashMap.newKeySet();

	/**
	 * Number of running methods whose runs were abandoned.
	 */
	private final AtomicInteger abandoned = new AtomicInteger();

	private final String jobName;

	private final JobLedgerCalls ledger;

	private final JobRuns runs;

	private final JobTime time;

	private final @Nullable Duration maxRunTime;

	RunWatch(String jobName, JobLedgerCalls ledger, JobRuns runs, JobTime time, @Nullable Duration maxRunTime) {
		this.jobName = jobName;
		this.ledger = ledger;
		this.runs = runs;
		this.time = time;
		this.maxRunTime = maxRunTime;
	}

	/**
	 * Call the method on this thread.
	 * @param lost accepts 1 if the run is abandoned while the method still runs, and -1
	 * after the return of the method
	 */
	Call call(JobRun run, JobRules rules, HeldLock held, Runnable body, IntConsumer lost) {
		Call call = new Call(run, rules, held, lost);
		this.calls.add(call);
		Future<?> limit = null;
		try (LockObserver.Scope scope = (held instanceof EngineLock lock) ? lock.enter() : null) {
			if (this.maxRunTime != null) {
				limit = this.time.later(this.maxRunTime, () -> call.end(Outcome.TIMED_OUT, Duration.ZERO));
			}
			call.next(STOP_CHECK_INTERVAL, call::ask);
			new ClusterJobContext(this.jobName, run, held, () -> call.stopping).call(body);
		}
		catch (Throwable ex) {
			call.failure = ex;
		}
		finally {
			call.leave();
			this.calls.remove(call);
			if (limit != null) {
				limit.cancel(false);
			}
		}
		if (call.isGivenUp()) {
			this.abandoned.decrementAndGet();
			lost.accept(-1);
		}
		return call;
	}

	/**
	 * Return whether the job has lost its maximum number of threads on this node.
	 */
	boolean isAbandoned() {
		return this.abandoned.get() >= MAX_ABANDONED;
	}

	/**
	 * Notify all runs of this node of its shutdown.
	 * @param caller the thread that stops the node
	 * @return {@code true} if a run may end before the shutdown has completed
	 */
	boolean tellShutdown(Thread caller) {
		this.calls.forEach((call) -> call.stopping = true);
		return this.calls.stream().anyMatch((call) -> !call.isStopping(caller));
	}

	void interruptForShutdown(Thread caller) {
		this.calls.stream().filter((call) -> !call.isStopping(caller)).forEach(Call::interrupt);
	}

	/**
	 * Call of a method. Actions of its timer are ignored after the return of the method.
	 */
	final class Call {

		private final Thread thread = Thread.currentThread();

		private final JobRun run;

		private final JobRules rules;

		private final HeldLock held;

		private final IntConsumer lost;

		private volatile boolean stopping;

		private volatile @Nullable Outcome reason;

		private volatile @Nullable JobRun record;

		private @Nullable Throwable failure;

		private @Nullable Future<?> timer;

		private boolean left;

		private boolean interrupted;

		private boolean over;

		private Call(JobRun run, JobRules rules, HeldLock held, IntConsumer lost) {
			this.run = run;
			this.rules = rules;
			this.held = held;
			this.lost = lost;
		}

		/**
		 * Return the exception of the method. If the method returned after its maximum
		 * run time, return a timeout exception.
		 */
		@Nullable Throwable failure() {
			return (this.failure == null && this.reason == Outcome.TIMED_OUT)
					? new IllegalStateException("The run of job '%s' for fire time %s %s"
						.formatted(RunWatch.this.jobName, this.run.fireTime(), text(Outcome.TIMED_OUT)))
					: this.failure;
		}

		/**
		 * Return whether the run was abandoned before the method returned.
		 */
		boolean isGivenUp() {
			return this.over;
		}

		/**
		 * Return the written record of an abandoned run, if any.
		 */
		@Nullable JobRun record() {
			return this.record;
		}

		/**
		 * Return whether this watch ended the run, in contrast to the shutdown of the
		 * node.
		 */
		boolean isEnded() {
			return this.reason != null;
		}

		/**
		 * Return the outcome. A run that returns after a stop request counts as stopped.
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
			return (this.failure == null && why != null) ? text(why) : JobRuns.text(this.failure);
		}

		private String text(Outcome why) {
			Duration longest = RunWatch.this.maxRunTime;
			return (why == Outcome.TIMED_OUT && longest != null) ? "took longer than " + Durations.text(longest)
					: "was asked to stop";
		}

		/**
		 * Return whether the method itself waits for the shutdown of its node.
		 */
		private boolean isStopping(Thread caller) {
			return this.thread == caller || ExitingThreads.isExiting(this.thread);
		}

		private void ask() {
			if (isEnded()) {
				return;
			}
			try {
				JobState state = RunWatch.this.ledger.poll().state();
				if (state.stopping() && this.run.isSameAs(state.running())) {
					end(Outcome.STOPPED, STOP_GRACE);
				}
			}
			catch (RuntimeException ex) {
				logger.debug("Could not check whether to stop the run of job '{}'", RunWatch.this.jobName, ex);
			}
			if (!isEnded()) {
				next(STOP_CHECK_INTERVAL, this::ask);
			}
		}

		private void end(Outcome why, Duration notice) {
			synchronized (this) {
				if (this.left || this.reason != null) {
					return;
				}
				this.reason = why;
			}
			this.stopping = true;
			logger.warn("Stopping the run of job '{}' for fire time {}, which {}", RunWatch.this.jobName,
					this.run.fireTime(), text(why));
			next(notice, () -> {
				interrupt();
				next(INTERRUPT_GRACE, () -> giveUp(why));
			});
		}

		private synchronized void interrupt() {
			if (!this.left && !this.interrupted) {
				this.interrupted = true;
				this.thread.interrupt();
			}
		}

		private void giveUp(Outcome why) {
			synchronized (this) {
				if (this.left) {
					return;
				}
				this.over = true;
			}
			RunWatch.this.abandoned.incrementAndGet();
			RunWatch.this.calls.remove(this);
			logger.error(
					"The run of job '{}' for fire time {} ignored the interrupt and was abandoned. Its lock has been released; "
							+ "its thread stays occupied until it returns",
					RunWatch.this.jobName, this.run.fireTime());
			String error = text(why) + ", and ignored the interrupt";
			try {
				Outcome outcome = this.held.isHeld() ? why : Outcome.LOST;
				this.record = RunWatch.this.runs.end(this.run, outcome, error, this.held, this.rules);
				this.held.close();
			}
			finally {
				this.lost.accept(1);
			}
		}

		private synchronized void next(Duration delay, Runnable task) {
			if (!this.left) {
				this.timer = RunWatch.this.time.later(delay, task);
			}
		}

		private synchronized void leave() {
			this.left = true;
			if (this.interrupted) {
				Thread.interrupted();
			}
			if (this.timer != null) {
				this.timer.cancel(false);
			}
		}

	}

}

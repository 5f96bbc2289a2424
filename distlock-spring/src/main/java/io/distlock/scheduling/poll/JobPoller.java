// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Uninterrupted;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/**
 * Polls the jobs of one store, on one thread, which exists while there is a job to poll.
 * Jobs that are due together are read together, and so are idle ones. A due run is
 * submitted to the task scheduler of its job, so no poll waits for a run.
 *
 * @since 0.1.0
 */
public final class JobPoller {

	private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

	/**
	 * How often a job is polled while its run waits for a thread.
	 */
	private static final Duration WHILE_PENDING = Duration.ofSeconds(30);

	private static final long CLEAN_UP_PAUSE = TimeUnit.DAYS.toNanos(1);

	private static final long LONGEST_PAUSE = TimeUnit.HOURS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(JobPoller.class);

	private final JobLedger ledger;

	private final LongSupplier nanoTime;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition changed = this.mutex.newCondition();

	private final List<ScheduledPoll> polls = new ArrayList<>();

	private final Runnable cleanUp;

	private volatile long cleanUpAt;

	private boolean running;

	/**
	 * Create a poller.
	 * @param ledger the store
	 * @param cleanUp removes what the store need not keep; called once a day, on a thread
	 * of its own, while there are jobs
	 */
	public JobPoller(JobLedger ledger, Runnable cleanUp) {
		this(ledger, System::nanoTime, false, cleanUp);
	}

	/**
	 * Create a poller without a thread, on a clock that advances with each
	 * {@link #turn()}.
	 * @param ledger the store
	 * @param nanoTime the clock
	 */
	public JobPoller(JobLedger ledger, LongSupplier nanoTime) {
		this(ledger, nanoTime, true, () -> {
		});
	}

	private JobPoller(JobLedger ledger, LongSupplier nanoTime, boolean driven, Runnable cleanUp) {
		this.ledger = ledger;
		this.nanoTime = nanoTime;
		this.running = driven;
		this.cleanUp = cleanUp;
		this.cleanUpAt = now() + ThreadLocalRandom.current().nextLong(CLEAN_UP_PAUSE);
	}

	/**
	 * Add a job, which is not polled before the result is started.
	 * @param job the job
	 * @return the polling of it
	 */
	public ScheduledPoll add(WatchedJob job) {
		return new ScheduledPoll(job);
	}

	private void live() {
		while (await()) {
			try {
				turn();
				cleanUpIfDue();
			}
			catch (RuntimeException | Error ex) {
				logger.error("Polling jobs failed; will retry", ex);
			}
		}
	}

	/**
	 * Nodes that started together do so at different times.
	 */
	private void cleanUpIfDue() {
		if (now() - this.cleanUpAt >= 0) {
			this.cleanUpAt = now() + CLEAN_UP_PAUSE;
			DaemonThreads.start("distlock-jobs-clean-up", this.cleanUp);
		}
	}

	/**
	 * Wait until something is due.
	 * @return whether there is still a job to poll
	 */
	private boolean await() {
		return locked(() -> {
			long left = untilNext();
			try {
				if (left > 0 && !this.polls.isEmpty()) {
					this.changed.awaitNanos(left);
				}
			}
			catch (InterruptedException ex) {
				logger.debug("Ignoring interrupt of the polling thread", ex);
			}
			this.running = !this.polls.isEmpty();
			return this.running;
		});
	}

	/**
	 * Poll all jobs that are due now.
	 * @return the nanoseconds until the next one is due
	 */
	public long turn() {
		List<Turn> due = locked(this::take);
		if (!due.isEmpty()) {
			poll(due);
		}
		return locked(this::untilNext);
	}

	private long untilNext() {
		long now = now();
		return this.polls.stream().mapToLong((polling) -> polling.left(now)).min().orElse(LONGEST_PAUSE);
	}

	/**
	 * Take the jobs that are due, and if one of them is idle, all idle ones that were
	 * read a while ago.
	 */
	private List<Turn> take() {
		this.polls.forEach(ScheduledPoll::checkPending);
		long now = now();
		boolean coalescable = this.polls.stream()
			.anyMatch((polling) -> polling.isDue(polling.at, now) && polling.early - polling.at < 0);
		return this.polls.stream()
			.filter((polling) -> polling.isDue(coalescable ? polling.early : polling.at, now))
			.map(ScheduledPoll::begin)
			.toList();
	}

	private void poll(List<Turn> turns) {
		List<LockKey> keys = turns.stream().map((turn) -> turn.job().key()).toList();
		Map<LockKey, JobEntry> entries;
		try {
			entries = Uninterrupted.call(() -> this.ledger.readAll(keys));
		}
		catch (RuntimeException ex) {
			unread(turns, ex);
			return;
		}
		catch (Error ex) {
			turns.forEach((turn) -> ended(turn, PollResult.in(AFTER_ERROR)));
			throw ex;
		}
		long readAt = now();
		turns.forEach((turn) -> poll(turn, entries.get(turn.job().key()), readAt));
	}

	/**
	 * A job that cannot be parsed must not keep the others from being read.
	 */
	private void unread(List<Turn> turns, RuntimeException failure) {
		if (turns.size() > 1 && failure instanceof LockStoreException store
				&& store.getOutcome() == Outcome.PERMANENT) {
			turns.forEach((turn) -> poll(List.of(turn)));
		}
		else {
			turns.forEach((turn) -> ended(turn, turn.job().failed(failure)));
		}
	}

	private void poll(Turn turn, @Nullable JobEntry entry, long readAt) {
		PollResult result = PollResult.in(AFTER_ERROR);
		try {
			result = (entry != null) ? turn.job().poll(later(entry, now() - readAt))
					: turn.job().failed(new IllegalStateException("The store did not return its state"));
		}
		catch (RuntimeException | Error ex) {
			logger.error("Polling job '{}' failed; will retry", turn.job().name(), ex);
		}
		ended(turn, result);
	}

	private static JobEntry later(JobEntry entry, long nanos) {
		return new JobEntry(entry.version(), entry.state(),
				entry.now().plusMillis(TimeUnit.NANOSECONDS.toMillis(nanos)));
	}

	private void ended(Turn turn, PollResult result) {
		Turn run = locked(() -> turn.end(result));
		TaskScheduler scheduler = (run != null) ? run.polling.scheduler : null;
		if (run != null && scheduler != null) {
			submit(run, scheduler);
		}
	}

	private void submit(Turn run, TaskScheduler scheduler) {
		String name = run.job().name();
		try {
			Future<?> task = scheduler.schedule(() -> run(run), scheduler.getClock().instant());
			locked(() -> run.waitAs(task));
		}
		catch (TaskRejectedException ex) {
			logger.warn("Job '{}' no longer runs on this node: its task scheduler was shut down", name);
			logger.debug("The task scheduler refused a run", ex);
			run.polling.stop();
		}
		catch (RuntimeException | Error ex) {
			logger.error("Could not submit a run of job '{}' to its task scheduler; will retry", name, ex);
			locked(() -> run.drop(PollResult.in(AFTER_ERROR)));
		}
	}

	private void run(Turn run) {
		if (!locked(run::beginIfPending)) {
			return;
		}
		PollResult result = PollResult.in(AFTER_ERROR);
		try {
			result = run.job().run();
		}
		finally {
			ended(run, result);
		}
		if (result.failure() instanceof RuntimeException exception) {
			throw exception;
		}
		if (result.failure() instanceof Error error) {
			throw error;
		}
	}

	private <T extends @Nullable Object> T locked(Supplier<T> work) {
		this.mutex.lock();
		try {
			T result = work.get();
			this.changed.signalAll();
			return result;
		}
		finally {
			this.mutex.unlock();
		}
	}

	private long now() {
		return this.nanoTime.getAsLong();
	}

	/**
	 * The next poll of one job. Fields that are not volatile are guarded by the mutex.
	 */
	public final class ScheduledPoll {

		private final WatchedJob job;

		private long at;

		/**
		 * Time from which it may be polled together with other jobs.
		 */
		private long early;

		/**
		 * The poll or run in progress, which determines the next poll.
		 */
		private @Nullable Turn current;

		/**
		 * The run that waits for a thread. Meanwhile the job is still polled.
		 */
		private @Nullable Turn pending;

		private volatile @Nullable TaskScheduler scheduler;

		private volatile @Nullable Long fireNanoTime;

		private ScheduledPoll(WatchedJob job) {
			this.job = job;
		}

		/**
		 * Start polling.
		 * @param scheduler runs what is due
		 */
		public void start(TaskScheduler scheduler) {
			locked(() -> {
				stop();
				this.scheduler = scheduler;
				plan(PollResult.atOnce());
				if (!JobPoller.this.running) {
					// An application that has nothing but jobs would end before the first
					// of them.
					DaemonThreads.startKeepingAlive("distlock-jobs", JobPoller.this::live);
					JobPoller.this.running = true;
				}
				return JobPoller.this.polls.add(this);
			});
		}

		/**
		 * Poll although a run whose thread does not return is still in progress.
		 */
		public void restart() {
			locked(() -> {
				TaskScheduler started = this.scheduler;
				if (started != null) {
					start(started);
				}
				return started;
			});
		}

		/**
		 * Start no further poll; one that has begun completes.
		 */
		public void stop() {
			locked(() -> {
				Turn waiting = this.pending;
				if (waiting != null) {
					waiting.cancel();
				}
				this.pending = null;
				this.current = null;
				this.scheduler = null;
				this.fireNanoTime = null;
				return JobPoller.this.polls.remove(this);
			});
		}

		boolean isStopped() {
			return this.scheduler == null;
		}

		long nanosToFireTime() {
			Long time = this.fireNanoTime;
			return (time != null) ? time - now() : 0;
		}

		private boolean isDue(long time, long now) {
			return this.current == null && time - now <= 0;
		}

		private long left(long now) {
			long left = (this.current == null) ? Math.min(this.at - now, LONGEST_PAUSE) : LONGEST_PAUSE;
			Turn waiting = this.pending;
			return (waiting != null && waiting.task != null) ? Math.min(left, waiting.checkAt - now) : left;
		}

		private Turn begin() {
			Turn turn = new Turn(this);
			this.current = turn;
			return turn;
		}

		private void plan(PollResult poll) {
			long now = now();
			Duration until = poll.untilFireTime();
			this.fireNanoTime = (until != null) ? now + until.toNanos() : null;
			this.at = now + poll.next().toNanos();
			this.early = poll.coalescable() ? now + poll.next().toNanos() / 2 : this.at;
		}

		/**
		 * A scheduler that delegates its tasks to another executor does not report that
		 * the executor rejected a task.
		 */
		private void checkPending() {
			Turn waiting = this.pending;
			Future<?> task = (waiting != null && waiting.checkAt - now() <= 0) ? waiting.task : null;
			if (waiting != null && task != null) {
				waiting.checkAt = now() + AFTER_ERROR.toNanos();
				if (hasFailed(task)) {
					waiting.drop(PollResult.atOnce());
				}
			}
		}

		private boolean hasFailed(Future<?> task) {
			if (!task.isDone()) {
				return false;
			}
			try {
				task.get();
			}
			catch (ExecutionException ex) {
				logger.warn("A run of job '{}' was rejected by the executor of its task scheduler; will retry",
						this.job.name(), ex.getCause());
			}
			catch (InterruptedException | CancellationException ex) {
				logger.debug("A run of job '{}' was abandoned", this.job.name(), ex);
			}
			return true;
		}

	}

	/**
	 * A poll, or a run that waits for a thread or has one.
	 */
	private final class Turn {

		private final ScheduledPoll polling;

		private long checkAt;

		private @Nullable Future<?> task;

		private boolean cancelled;

		private Turn(ScheduledPoll polling) {
			this.polling = polling;
		}

		private WatchedJob job() {
			return this.polling.job;
		}

		/**
		 * End, unless another turn of the job has begun since.
		 * @return the run to submit, or {@code null}
		 */
		private @Nullable Turn end(PollResult result) {
			if (this.polling.current != this) {
				return null;
			}
			this.polling.current = null;
			this.polling.plan(result.due() ? PollResult.in(WHILE_PENDING) : result);
			if (!result.due() || this.polling.pending != null) {
				return null;
			}
			Turn run = new Turn(this.polling);
			run.checkAt = now() + AFTER_ERROR.toNanos();
			this.polling.pending = run;
			return run;
		}

		private boolean beginIfPending() {
			if (this.polling.pending != this) {
				return false;
			}
			this.polling.pending = null;
			this.polling.current = this;
			return true;
		}

		private boolean drop(PollResult result) {
			if (this.polling.pending != this) {
				return false;
			}
			this.polling.pending = null;
			this.polling.plan(result);
			return true;
		}

		private boolean waitAs(Future<?> task) {
			this.task = task;
			return this.cancelled && task.cancel(false);
		}

		private void cancel() {
			this.cancelled = true;
			Future<?> waiting = this.task;
			if (waiting != null) {
				waiting.cancel(false);
			}
		}

	}

}

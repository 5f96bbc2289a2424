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
import io.distlock.scheduling.poll.ScheduledPoll.PendingRun;
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
public final class JobPoller implements ScheduledPoll.Owner {

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
		return new ScheduledPoll(this, job);
	}

	@Override
	public void start(ScheduledPoll polling, TaskScheduler scheduler) {
		locked(() -> {
			this.polls.remove(polling);
			this.polls.add(polling);
			polling.begin(scheduler, now());
			if (!this.running) {
				// An application that has nothing but jobs would end before the first of
				// them.
				DaemonThreads.startKeepingAlive("distlock-jobs", this::live);
				this.running = true;
			}
			return polling;
		});
	}

	@Override
	public void restart(ScheduledPoll polling) {
		locked(() -> {
			TaskScheduler scheduler = polling.scheduler();
			if (scheduler != null) {
				start(polling, scheduler);
			}
			return polling;
		});
	}

	@Override
	public void stop(ScheduledPoll polling) {
		locked(() -> {
			polling.end();
			return this.polls.remove(polling);
		});
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
		locked(() -> {
			this.polls.forEach(this::checkPending);
			return this.polls;
		});
		List<Poll> due = locked(this::take);
		if (!due.isEmpty()) {
			poll(due);
		}
		return locked(this::untilNext);
	}

	private long untilNext() {
		long now = now();
		return this.polls.stream().mapToLong((polling) -> polling.left(now, LONGEST_PAUSE)).min().orElse(LONGEST_PAUSE);
	}

	/**
	 * Take the jobs that are due, and if one of them is idle, all idle ones that were
	 * read a while ago.
	 */
	private List<Poll> take() {
		long now = now();
		boolean coalescable = this.polls.stream().anyMatch((polling) -> polling.isDue(now) && polling.isCoalescable());
		return this.polls.stream()
			.filter((polling) -> polling.isDue(now) || (coalescable && polling.isEarlyEnough(now)))
			.map((polling) -> new Poll(polling, polling.poll()))
			.toList();
	}

	private void poll(List<Poll> polls) {
		List<LockKey> keys = polls.stream().map(Poll::key).toList();
		Map<LockKey, JobEntry> entries;
		try {
			entries = Uninterrupted.call(() -> this.ledger.readAll(keys));
		}
		catch (RuntimeException ex) {
			unread(polls, ex);
			return;
		}
		catch (Error ex) {
			polls.forEach((poll) -> planned(poll, PollResult.in(AFTER_ERROR)));
			throw ex;
		}
		long readAt = now();
		polls.forEach((poll) -> poll(poll, entries.get(poll.key()), readAt));
	}

	/**
	 * A job that cannot be parsed must not keep the others from being read.
	 */
	private void unread(List<Poll> polls, RuntimeException failure) {
		if (polls.size() > 1 && failure instanceof LockStoreException store
				&& store.getOutcome() == Outcome.PERMANENT) {
			polls.forEach((poll) -> poll(List.of(poll)));
		}
		else {
			polls.forEach((poll) -> planned(poll, poll.job().failed(failure)));
		}
	}

	private void poll(Poll poll, @Nullable JobEntry entry, long readAt) {
		PollResult result = PollResult.in(AFTER_ERROR);
		try {
			result = (entry != null) ? poll.job().poll(later(entry, now() - readAt))
					: poll.job().failed(new IllegalStateException("The store did not return its state"));
		}
		catch (RuntimeException | Error ex) {
			logger.error("Polling job '{}' failed; will retry", poll.job().name(), ex);
		}
		planned(poll, result);
	}

	private static JobEntry later(JobEntry entry, long nanos) {
		return new JobEntry(entry.version(), entry.state(),
				entry.now().plusMillis(TimeUnit.NANOSECONDS.toMillis(nanos)));
	}

	private void planned(Poll poll, PollResult result) {
		ScheduledPoll polling = poll.polling();
		PendingRun toBegin = locked(() -> polling.endOf(poll.turn()) ? plan(polling, result) : null);
		if (toBegin != null) {
			submit(polling, toBegin);
		}
	}

	private @Nullable PendingRun plan(ScheduledPoll polling, PollResult result) {
		if (!result.due()) {
			polling.plan(result, now());
			return null;
		}
		polling.plan(PollResult.in(WHILE_PENDING), now());
		return (polling.pendingRun() != null) ? null : polling.pend(now() + AFTER_ERROR.toNanos());
	}

	private void submit(ScheduledPoll polling, PendingRun toBegin) {
		TaskScheduler scheduler = polling.scheduler();
		if (scheduler == null) {
			return;
		}
		try {
			toBegin.waitsAs(scheduler.schedule(() -> run(polling, toBegin), scheduler.getClock().instant()));
		}
		catch (TaskRejectedException ex) {
			logger.warn("Job '{}' no longer runs on this node: its task scheduler was shut down", polling.job().name());
			logger.debug("The task scheduler refused a run", ex);
			stop(polling);
		}
		catch (RuntimeException | Error ex) {
			logger.error("Could not submit a run of job '{}' to its task scheduler; will retry", polling.job().name(),
					ex);
			locked(() -> dropPending(polling, toBegin));
		}
	}

	private boolean dropPending(ScheduledPoll polling, PendingRun refused) {
		boolean waiting = polling.pendingRun() == refused;
		if (waiting) {
			polling.dropPending();
			polling.plan(PollResult.in(AFTER_ERROR), now());
		}
		return waiting;
	}

	/**
	 * A scheduler that delegates its tasks to another executor does not report that the
	 * executor rejected a task.
	 */
	private void checkPending(ScheduledPoll polling) {
		PendingRun waiting = polling.pendingRun();
		Future<?> task = (waiting != null) ? waiting.toCheck(now()) : null;
		if (waiting != null && task != null) {
			waiting.checkAgain(now() + AFTER_ERROR.toNanos());
			if (hasFailed(polling, task)) {
				polling.dropPending();
				polling.plan(PollResult.atOnce(), now());
			}
		}
	}

	private static boolean hasFailed(ScheduledPoll polling, Future<?> task) {
		if (!task.isDone()) {
			return false;
		}
		try {
			task.get();
		}
		catch (ExecutionException ex) {
			logger.warn("A run of job '{}' was rejected by the executor of its task scheduler; will retry",
					polling.job().name(), ex.getCause());
		}
		catch (InterruptedException | CancellationException ex) {
			logger.debug("A run of job '{}' was abandoned", polling.job().name(), ex);
		}
		return true;
	}

	private void run(ScheduledPoll polling, PendingRun waiting) {
		long turn = locked(() -> polling.run(waiting));
		if (turn != 0) {
			PollResult result = run(new Poll(polling, turn));
			rethrow(result.failure());
		}
	}

	private PollResult run(Poll poll) {
		PollResult result = PollResult.in(AFTER_ERROR);
		try {
			result = poll.job().run();
			return result;
		}
		finally {
			planned(poll, result);
		}
	}

	private static void rethrow(@Nullable Throwable failure) {
		if (failure instanceof RuntimeException exception) {
			throw exception;
		}
		if (failure instanceof Error error) {
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
	 * A poll or a run in progress.
	 *
	 * @param polling that of its job
	 * @param turn its number
	 */
	private record Poll(ScheduledPoll polling, long turn) {

		WatchedJob job() {
			return this.polling.job();
		}

		LockKey key() {
			return job().key();
		}

	}

}

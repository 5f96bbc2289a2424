// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.distlock.internal.scheduling.run.ScheduledPoll.Phase;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/**
 * Polls the jobs of a store on a single thread, which exists while there are jobs to
 * poll. Due jobs are read together, and so are idle jobs. A due run is submitted to the
 * task scheduler of its job, so polls do not wait for runs.
 */
final class JobPoller {

	private static final PollResult AFTER_ERROR = PollResult.in(Duration.ofSeconds(5));

	private static final long CLEAN_UP_PAUSE = TimeUnit.DAYS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(JobPoller.class);

	private final JobLedger ledger;

	private final LongSupplier nanoTime;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition changed = this.mutex.newCondition();

	private final Map<WatchedJob, ScheduledPoll> polls = new LinkedHashMap<>();

	private final Runnable cleanUp;

	private volatile long cleanUpAt;

	private boolean running;

	/**
	 * Create a poller.
	 * @param cleanUp removes obsolete entries from the store; called once a day on its
	 * own thread, while there are jobs
	 */
	JobPoller(JobLedger ledger, Runnable cleanUp) {
		this(ledger, System::nanoTime, false, cleanUp);
	}

	/**
	 * Create a poller.
	 * @param driven {@code true} for a poller without a thread, which polls with each
	 * {@link #turn()}
	 */
	JobPoller(JobLedger ledger, LongSupplier nanoTime, boolean driven, Runnable cleanUp) {
		this.ledger = ledger;
		this.nanoTime = nanoTime;
		this.running = driven;
		this.cleanUp = cleanUp;
		this.cleanUpAt = this.nanoTime.getAsLong() + ThreadLocalRandom.current().nextLong(CLEAN_UP_PAUSE);
	}

	/**
	 * Start polling a job, or restart it.
	 */
	void start(WatchedJob job, TaskScheduler scheduler) {
		changed(() -> {
			stop(job);
			if (!this.running) {
				// An application that has nothing but jobs would end before the first of
				// them.
				DaemonThreads.startKeepingAlive("distlock-jobs", this::pollUntilIdle);
				this.running = true;
			}
			return this.polls.put(job, new ScheduledPoll(job, scheduler, this.nanoTime.getAsLong()));
		});
	}

	/**
	 * Continue polling a job, although a run with a hanging thread is still in progress.
	 */
	void restart(WatchedJob job) {
		locked(() -> {
			ScheduledPoll polling = this.polls.get(job);
			if (polling != null) {
				start(job, polling.scheduler);
			}
			return polling;
		});
	}

	/**
	 * Stop polling a job; a poll in progress completes.
	 */
	void stop(WatchedJob job) {
		changed(() -> {
			ScheduledPoll polling = this.polls.remove(job);
			if (polling != null) {
				polling.stop();
			}
			return polling;
		});
	}

	private void pollUntilIdle() {
		while (true) {
			try {
				List<ScheduledPoll> due = await();
				if (due.isEmpty()) {
					return;
				}
				poll(due);
				cleanUpIfDue();
			}
			catch (RuntimeException | Error ex) {
				logger.error("Polling jobs failed; will retry", ex);
				locked(() -> List.copyOf(this.polls.values()))
					.forEach((polling) -> ended(polling, Phase.POLL, AFTER_ERROR));
			}
		}
	}

	/**
	 * Clean up once a day. The first time is random, so that nodes started together clean
	 * up at different times.
	 */
	private void cleanUpIfDue() {
		long now = this.nanoTime.getAsLong();
		if (now - this.cleanUpAt >= 0) {
			this.cleanUpAt = now + CLEAN_UP_PAUSE;
			DaemonThreads.start("distlock-jobs-clean-up", this.cleanUp);
		}
	}

	/**
	 * Wait until jobs are due.
	 * @return the jobs; empty if there are no jobs to poll
	 */
	private List<ScheduledPoll> await() {
		return locked(() -> {
			List<ScheduledPoll> due = List.of();
			while (due.isEmpty() && !this.polls.isEmpty()) {
				long left = untilNext();
				if (left <= 0) {
					due = take();
				}
				else {
					awaitChange(left);
				}
			}
			this.running = !this.polls.isEmpty();
			return due;
		});
	}

	private void awaitChange(long nanos) {
		try {
			this.changed.awaitNanos(nanos);
		}
		catch (InterruptedException ex) {
			logger.debug("Ignoring interrupt of the polling thread", ex);
		}
	}

	/**
	 * Poll all jobs that are due now.
	 * @return nanoseconds until the next job is due
	 */
	long turn() {
		poll(locked(this::take));
		return locked(this::untilNext);
	}

	private long untilNext() {
		long now = this.nanoTime.getAsLong();
		return this.polls.values()
			.stream()
			.mapToLong((polling) -> polling.left(now))
			.min()
			.orElse(ScheduledPoll.MAX_POLL_INTERVAL);
	}

	/**
	 * Take the due jobs and, with a due idle job, all idle jobs with a poll in the near
	 * future.
	 */
	private List<ScheduledPoll> take() {
		long now = this.nanoTime.getAsLong();
		boolean together = false;
		for (ScheduledPoll polling : this.polls.values()) {
			polling.checkPending(now);
			together |= polling.isCoalescable(now);
		}
		List<ScheduledPoll> due = new ArrayList<>();
		for (ScheduledPoll polling : this.polls.values()) {
			if (polling.beginPoll(together, now)) {
				due.add(polling);
			}
		}
		return due;
	}

	private void poll(List<ScheduledPoll> due) {
		if (due.isEmpty()) {
			return;
		}
		List<LockKey> keys = due.stream().map((polling) -> polling.key).toList();
		Map<LockKey, JobEntry> entries;
		try {
			entries = Uninterrupted.call(() -> this.ledger.readAll(keys));
		}
		catch (RuntimeException ex) {
			retryOneByOne(due, ex);
			return;
		}
		long readAt = this.nanoTime.getAsLong();
		for (int i = 0; i < keys.size(); i++) {
			poll(due.get(i), entries.get(keys.get(i)), readAt);
		}
	}

	/**
	 * Report a failed read to each job separately, so that a job with an unparsable entry
	 * does not prevent the read of other jobs.
	 */
	private void retryOneByOne(List<ScheduledPoll> due, RuntimeException failure) {
		if (due.size() > 1 && failure instanceof LockStoreException store && store.getOutcome() == Outcome.PERMANENT) {
			due.forEach((polling) -> poll(List.of(polling)));
		}
		else {
			due.forEach((polling) -> ended(polling, Phase.POLL, polling.job.failed(failure)));
		}
	}

	private void poll(ScheduledPoll polling, @Nullable JobEntry entry, long readAt) {
		PollResult result = AFTER_ERROR;
		try {
			result = (entry != null) ? polling.job.poll(entry, readAt)
					: polling.job.failed(new IllegalStateException("The store did not return its state"));
		}
		catch (RuntimeException | Error ex) {
			logger.error("Polling job '{}' failed; will retry", polling.key.name(), ex);
		}
		ended(polling, Phase.POLL, result);
	}

	private void ended(ScheduledPoll polling, Phase phase, PollResult result) {
		if (changed(() -> polling.end(phase, result, this.nanoTime.getAsLong()))) {
			submit(polling);
		}
	}

	private void submit(ScheduledPoll polling) {
		TaskScheduler scheduler = polling.scheduler;
		try {
			Future<?> task = scheduler.schedule(() -> run(polling), scheduler.getClock().instant());
			changed(() -> polling.waitAs(task));
		}
		catch (TaskRejectedException ex) {
			logger.warn("Job '{}' no longer runs on this node: its task scheduler was shut down", polling.key.name());
			logger.debug("The task scheduler refused a run", ex);
			stop(polling.job);
		}
		catch (RuntimeException | Error ex) {
			logger.error("Could not submit a run of job '{}' to its task scheduler; will retry", polling.key.name(),
					ex);
			changed(() -> polling.drop(AFTER_ERROR, this.nanoTime.getAsLong()));
		}
	}

	private void run(ScheduledPoll polling) {
		if (!locked(polling::beginRun)) {
			return;
		}
		PollResult result = AFTER_ERROR;
		try {
			result = polling.job.run();
		}
		finally {
			ended(polling, Phase.RUN, result);
		}
		Throwable failure = result.failure();
		if (failure instanceof RuntimeException exception) {
			throw exception;
		}
		if (failure instanceof Error error) {
			throw error;
		}
	}

	/**
	 * Change the set of polls, and wake the polling thread.
	 */
	private <T extends @Nullable Object> T changed(Supplier<T> work) {
		return locked(() -> {
			this.changed.signalAll();
			return work.get();
		});
	}

	private <T extends @Nullable Object> T locked(Supplier<T> work) {
		this.mutex.lock();
		try {
			return work.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

}

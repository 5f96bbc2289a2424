// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.look;

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
import io.distlock.scheduling.look.JobAlarm.HandOver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/**
 * Looks at the jobs of one store, on one thread, which is there while there is a job to
 * look at. Jobs that are due together are read together, and so are those that rest. What
 * is due is handed over to the task scheduler of its job, so no look waits for a run.
 *
 * @since 0.1.0
 */
public final class JobLooks implements JobAlarm.Owner {

	private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

	/**
	 * How often a job is looked at whose run waits for a thread.
	 */
	private static final Duration WHILE_HANDED_OVER = Duration.ofSeconds(30);

	private static final long CLEAN_UP_PAUSE = TimeUnit.DAYS.toNanos(1);

	private static final long LONGEST_PAUSE = TimeUnit.HOURS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(JobLooks.class);

	private final JobLedger ledger;

	private final LongSupplier nanoTime;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Condition changed = this.mutex.newCondition();

	private final List<JobAlarm> alarms = new ArrayList<>();

	private final Runnable cleanUp;

	private volatile long cleanUpAt;

	private boolean running;

	/**
	 * Create looks.
	 * @param ledger the store
	 * @param cleanUp removes what the store need not keep; called once a day, on a thread
	 * of its own, while there are jobs
	 */
	public JobLooks(JobLedger ledger, Runnable cleanUp) {
		this(ledger, System::nanoTime, false, cleanUp);
	}

	/**
	 * Create looks without a thread, on a clock that goes on with each {@link #turn()}.
	 * @param ledger the store
	 * @param nanoTime the clock
	 */
	public JobLooks(JobLedger ledger, LongSupplier nanoTime) {
		this(ledger, nanoTime, true, () -> {
		});
	}

	private JobLooks(JobLedger ledger, LongSupplier nanoTime, boolean driven, Runnable cleanUp) {
		this.ledger = ledger;
		this.nanoTime = nanoTime;
		this.running = driven;
		this.cleanUp = cleanUp;
		this.cleanUpAt = now() + ThreadLocalRandom.current().nextLong(CLEAN_UP_PAUSE);
	}

	/**
	 * Add a job, which is not looked at before its alarm is started.
	 * @param job the job
	 * @return its alarm
	 */
	public JobAlarm add(WatchedJob job) {
		return new JobAlarm(this, job);
	}

	@Override
	public void start(JobAlarm alarm, TaskScheduler scheduler) {
		locked(() -> {
			this.alarms.remove(alarm);
			this.alarms.add(alarm);
			alarm.begin(scheduler, now());
			if (!this.running) {
				// An application that has nothing but jobs would end before the first of
				// them.
				DaemonThreads.startKeepingAlive("distlock-jobs", this::live);
				this.running = true;
			}
			return alarm;
		});
	}

	@Override
	public void restart(JobAlarm alarm) {
		locked(() -> {
			TaskScheduler scheduler = alarm.scheduler();
			if (scheduler != null) {
				start(alarm, scheduler);
			}
			return alarm;
		});
	}

	@Override
	public void stop(JobAlarm alarm) {
		locked(() -> {
			alarm.end();
			return this.alarms.remove(alarm);
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
	 * Wait until something is to be done.
	 * @return whether there is still something to look at
	 */
	private boolean await() {
		return locked(() -> {
			long left = untilNext();
			try {
				if (left > 0 && !this.alarms.isEmpty()) {
					this.changed.awaitNanos(left);
				}
			}
			catch (InterruptedException ex) {
				logger.debug("Ignoring interrupt of the polling thread", ex);
			}
			this.running = !this.alarms.isEmpty();
			return this.running;
		});
	}

	/**
	 * Look at all that is due now.
	 * @return how many nanoseconds it is until something else is
	 */
	public long turn() {
		locked(() -> {
			this.alarms.forEach(this::checkHandedOver);
			return this.alarms;
		});
		List<Look> due = locked(this::take);
		if (!due.isEmpty()) {
			look(due);
		}
		return locked(this::untilNext);
	}

	private long untilNext() {
		long now = now();
		return this.alarms.stream().mapToLong((alarm) -> alarm.left(now, LONGEST_PAUSE)).min().orElse(LONGEST_PAUSE);
	}

	/**
	 * Take what is due, and if one of them only rests, all that rest and were read a
	 * while ago.
	 */
	private List<Look> take() {
		long now = now();
		boolean loose = this.alarms.stream().anyMatch((alarm) -> alarm.isDue(now) && alarm.isLoose());
		return this.alarms.stream()
			.filter((alarm) -> alarm.isDue(now) || (loose && alarm.isEarlyEnough(now)))
			.map((alarm) -> new Look(alarm, alarm.look()))
			.toList();
	}

	private void look(List<Look> looks) {
		List<LockKey> keys = looks.stream().map(Look::key).toList();
		Map<LockKey, JobEntry> entries;
		try {
			entries = Uninterrupted.call(() -> this.ledger.readAll(keys));
		}
		catch (RuntimeException ex) {
			unread(looks, ex);
			return;
		}
		catch (Error ex) {
			looks.forEach((look) -> planned(look, PollResult.in(AFTER_ERROR)));
			throw ex;
		}
		long readAt = now();
		looks.forEach((look) -> look(look, entries.get(look.key()), readAt));
	}

	/**
	 * One job that cannot be understood must not keep the others from being read.
	 */
	private void unread(List<Look> looks, RuntimeException failure) {
		if (looks.size() > 1 && failure instanceof LockStoreException store
				&& store.getOutcome() == Outcome.PERMANENT) {
			looks.forEach((look) -> look(List.of(look)));
		}
		else {
			looks.forEach((look) -> planned(look, look.job().failed(failure)));
		}
	}

	private void look(Look look, @Nullable JobEntry entry, long readAt) {
		PollResult result = PollResult.in(AFTER_ERROR);
		try {
			result = (entry != null) ? look.job().look(later(entry, now() - readAt))
					: look.job().failed(new IllegalStateException("The store did not return its state"));
		}
		catch (RuntimeException | Error ex) {
			logger.error("Polling job '{}' failed; will retry", look.job().name(), ex);
		}
		planned(look, result);
	}

	private static JobEntry later(JobEntry entry, long nanos) {
		return new JobEntry(entry.version(), entry.state(),
				entry.now().plusMillis(TimeUnit.NANOSECONDS.toMillis(nanos)));
	}

	private void planned(Look look, PollResult result) {
		JobAlarm alarm = look.alarm();
		HandOver toBegin = locked(() -> alarm.endOf(look.turn()) ? plan(alarm, result) : null);
		if (toBegin != null) {
			handOver(alarm, toBegin);
		}
	}

	private @Nullable HandOver plan(JobAlarm alarm, PollResult result) {
		if (!result.due()) {
			alarm.plan(result, now());
			return null;
		}
		alarm.plan(PollResult.in(WHILE_HANDED_OVER), now());
		return (alarm.handedOver() != null) ? null : alarm.handOver(now() + AFTER_ERROR.toNanos());
	}

	private void handOver(JobAlarm alarm, HandOver toBegin) {
		TaskScheduler scheduler = alarm.scheduler();
		if (scheduler == null) {
			return;
		}
		try {
			toBegin.waitsAs(scheduler.schedule(() -> run(alarm, toBegin), scheduler.getClock().instant()));
		}
		catch (TaskRejectedException ex) {
			logger.warn("Job '{}' no longer runs on this node: its task scheduler was shut down", alarm.job().name());
			logger.debug("The task scheduler refused a run", ex);
			stop(alarm);
		}
		catch (RuntimeException | Error ex) {
			logger.error("Could not submit a run of job '{}' to its task scheduler; will retry", alarm.job().name(),
					ex);
			locked(() -> takeBack(alarm, toBegin));
		}
	}

	private boolean takeBack(JobAlarm alarm, HandOver refused) {
		boolean waiting = alarm.handedOver() == refused;
		if (waiting) {
			alarm.takeBack();
			alarm.plan(PollResult.in(AFTER_ERROR), now());
		}
		return waiting;
	}

	/**
	 * A scheduler that hands its tasks over to another executor does not tell when that
	 * one refuses a task.
	 */
	private void checkHandedOver(JobAlarm alarm) {
		HandOver waiting = alarm.handedOver();
		Future<?> task = (waiting != null) ? waiting.toCheck(now()) : null;
		if (waiting != null && task != null) {
			waiting.checkAgain(now() + AFTER_ERROR.toNanos());
			if (hasFailed(alarm, task)) {
				alarm.takeBack();
				alarm.plan(PollResult.atOnce(), now());
			}
		}
	}

	private static boolean hasFailed(JobAlarm alarm, Future<?> task) {
		if (!task.isDone()) {
			return false;
		}
		try {
			task.get();
		}
		catch (ExecutionException ex) {
			logger.warn("A run of job '{}' was rejected by the executor of its task scheduler; will retry",
					alarm.job().name(), ex.getCause());
		}
		catch (InterruptedException | CancellationException ex) {
			logger.debug("A run of job '{}' was abandoned", alarm.job().name(), ex);
		}
		return true;
	}

	private void run(JobAlarm alarm, HandOver waiting) {
		long turn = locked(() -> alarm.run(waiting));
		if (turn != 0) {
			PollResult result = run(new Look(alarm, turn));
			rethrow(result.failure());
		}
	}

	private PollResult run(Look look) {
		PollResult result = PollResult.in(AFTER_ERROR);
		try {
			result = look.job().run();
			return result;
		}
		finally {
			planned(look, result);
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
	 * A look or a run that goes on.
	 *
	 * @param alarm of which job
	 * @param turn tells it from others
	 */
	private record Look(JobAlarm alarm, long turn) {

		WatchedJob job() {
			return this.alarm.job();
		}

		LockKey key() {
			return job().key();
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Objects;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.OnLost;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.rules.DueTimes;
import io.distlock.scheduling.rules.JobChange;
import io.distlock.scheduling.rules.JobRules;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how the runs of a job ended. While the store does not respond, the lock is
 * kept, so that no other node takes the run for a lost one; what cannot be recorded until
 * the lock is lost is retried with the next polls.
 */
final class RunRecorder {

	private static final Logger logger = LoggerFactory.getLogger(RunRecorder.class);

	private static final Duration RETRY = Duration.ofMillis(100);

	private final String jobName;

	private final JobLedgerCalls ledger;

	private final OnLost onLost;

	private final JobTime time;

	/**
	 * Used by polls alone, one at a time.
	 */
	private volatile @Nullable Left left;

	RunRecorder(String jobName, JobLedgerCalls ledger, OnLost onLost, JobTime time) {
		this.jobName = jobName;
		this.ledger = ledger;
		this.onLost = onLost;
		this.time = time;
	}

	/**
	 * Record the end of a run, under its lock if that is still held.
	 * @return the record, whether or not the store has it
	 */
	JobRun end(JobRun run, Outcome outcome, @Nullable String error, HeldLock held, JobRules rules) {
		long endedAt = this.time.nanoTime();
		JobRun ended = run.ended(run.startedAt(), outcome, error);
		while (true) {
			try {
				return settle(ended, endedAt, rules);
			}
			catch (RuntimeException ex) {
				if (!held.isHeld() || Thread.currentThread().isInterrupted() || isRefused(ex)) {
					logger.warn("Could not record the end of a run of job '{}'; will retry: {} for fire time {}",
							this.jobName, outcome, run.fireTime(), ex);
					this.left = new Left(ended, endedAt, rules);
					return ended;
				}
				logger.debug("Could not record the end of a run of job '{}' yet", this.jobName, ex);
				this.time.pause(RETRY);
			}
		}
	}

	/**
	 * Return what a run ends in that has lost its lock.
	 */
	@Nullable Throwable loss(@Nullable Throwable failure, HeldLock held) {
		if (this.onLost == OnLost.IGNORE) {
			return failure;
		}
		try {
			held.assertHeld();
		}
		catch (LockLostException ex) {
			if (failure == null) {
				return ex;
			}
			if (failure != ex) {
				failure.addSuppressed(ex);
			}
		}
		return failure;
	}

	boolean isLeft() {
		return this.left != null;
	}

	/**
	 * Record what could not be recorded before. What the store refuses for good is left
	 * to the next node, which takes the run for lost.
	 */
	void recordPending() {
		Left found = this.left;
		if (found == null) {
			return;
		}
		try {
			settle(found.ended(), found.endedAt(), found.rules());
		}
		catch (LockStoreException ex) {
			if (!isRefused(ex)) {
				throw ex;
			}
			logger.warn("The store rejected the end of a run of job '{}'", this.jobName, ex);
		}
		this.left = null;
	}

	private static boolean isRefused(RuntimeException failure) {
		return failure instanceof LockStoreException store
				&& store.getOutcome() == LockStoreException.Outcome.PERMANENT;
	}

	/**
	 * Record an end; a text that the store cannot keep costs the text, and not the
	 * record.
	 */
	private JobRun settle(JobRun ended, long endedAt, JobRules rules) {
		try {
			return write(ended, endedAt, rules);
		}
		catch (LockStoreException ex) {
			String error = ended.error();
			if (!isRefused(ex) || error == null) {
				throw ex;
			}
			String ascii = error.replaceAll("[^\\x20-\\x7e]", "?");
			return write(ended.ended(ended.startedAt(), ended.outcome(), ascii), endedAt, rules);
		}
	}

	/**
	 * Write an end with the time at which it came, which is before now by as long as the
	 * store could not be asked: fire times that are due since then are not skipped. How
	 * long the answer takes does not count, since a delay begins after the end.
	 */
	private JobRun write(JobRun ended, long endedAt, JobRules rules) {
		for (boolean known = true;; known = false) {
			Duration since = Duration.ofNanos(this.time.nanoTime() - endedAt);
			JobEntry entry = known ? this.ledger.claimed(ended) : this.ledger.read();
			JobEntry atEnd = entry.at(DueTimes.later(entry.now().minusMillis(since.toMillis()), ended.startedAt()));
			JobChange change = rules.end(atEnd, ended, ended.outcome(), ended.error());
			if (change == null) {
				return recorded(ended, atEnd);
			}
			if (this.ledger.write(atEnd, change)) {
				return change.records().get(0);
			}
		}
	}

	/**
	 * The run is not the running one any more: either an answer was lost, and its end is
	 * recorded, or it was taken for lost.
	 */
	private JobRun recorded(JobRun ended, JobEntry entry) {
		JobRun record = this.ledger.history()
			.stream()
			.filter((run) -> JobRules.isSame(ended, run))
			.findFirst()
			.orElseGet(() -> ended.ended(entry.now(), Outcome.LOST, ended.error()));
		if (record.outcome() != ended.outcome()) {
			logger.warn("A run of job '{}' for fire time {} ended as {} after it was considered lost", this.jobName,
					ended.fireTime(), ended.outcome());
		}
		else if (Objects.equals(record.error(), ended.error())) {
			// This node wrote it, and not one that took the run for lost.
			this.ledger.ended(entry.state(), record);
		}
		return record;
	}

	/**
	 * Return class and message, as the record of a run keeps them.
	 */
	static @Nullable String text(@Nullable Throwable failure) {
		if (failure instanceof UndeclaredThrowableException wrapper && wrapper.getCause() != null) {
			return wrapper.getCause().toString();
		}
		return (failure != null) ? failure.toString() : null;
	}

	/**
	 * A run whose end is not recorded yet, and when that came by the monotonic clock.
	 */
	private record Left(JobRun ended, long endedAt, JobRules rules) {
	}

}

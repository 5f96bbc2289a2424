package io.distlock.scheduling;

import java.time.Duration;

import io.distlock.HeldLock;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how the runs of a job ended. As long as the store does not answer, the lock is
 * kept, so that no other node takes the run for a lost one; what cannot be recorded until
 * the lock is lost is tried again with the next looks.
 */
final class JobEndings {

	private static final Logger logger = LoggerFactory.getLogger(JobEndings.class);

	private static final Duration RETRY = Duration.ofMillis(100);

	private final String jobName;

	private final JobLedgerCalls ledger;

	private final JobTime time;

	/**
	 * Used by the looks alone, one at a time.
	 */
	private volatile @Nullable Ending left;

	JobEndings(String jobName, JobLedgerCalls ledger, JobTime time) {
		this.jobName = jobName;
		this.ledger = ledger;
		this.time = time;
	}

	/**
	 * Record the end of a run under its lock.
	 * @param run the run
	 * @param failure what it threw, or {@code null}
	 * @param held the lock
	 * @return the record, whether or not the store has it
	 */
	JobRun end(JobRun run, @Nullable Throwable failure, HeldLock held) {
		Ending ending = new Ending(run, (failure != null) ? Outcome.FAILED : Outcome.SUCCEEDED, text(failure));
		while (true) {
			try {
				return settle(ending);
			}
			catch (RuntimeException ex) {
				if (!held.isHeld() || Thread.currentThread().isInterrupted()) {
					return leave(ending, ex);
				}
				logger.debug("The end of a run of job '{}' is not recorded yet", this.jobName, ex);
				this.time.pause(RETRY);
			}
		}
	}

	/**
	 * Record that a run has lost its lock, unless another attempt will do so.
	 * @param run the run
	 * @param failure what it ended in, or {@code null}
	 * @param rules whether attempts are left
	 */
	void lost(JobRun run, @Nullable Throwable failure, JobRules rules) {
		if (run.attempt() >= rules.maxAttempts()) {
			lost(run, failure);
		}
	}

	JobRun lost(JobRun run, @Nullable Throwable failure) {
		Ending ending = new Ending(run, Outcome.LOST, text(failure));
		try {
			return settle(ending);
		}
		catch (RuntimeException ex) {
			return leave(ending, ex);
		}
	}

	private JobRun leave(Ending ending, RuntimeException failure) {
		logger.warn("The end of a run of job '{}' cannot be recorded now: {} for fire time {}", this.jobName,
				ending.outcome(), ending.run().fireTime(), failure);
		this.left = ending;
		return ending.unrecorded();
	}

	/**
	 * Record what could not be recorded before.
	 */
	void settleLeft() {
		Ending ending = this.left;
		if (ending != null) {
			settle(ending);
			this.left = null;
		}
	}

	private JobRun settle(Ending ending) {
		while (true) {
			JobEntry entry = this.ledger.read();
			JobChange change = JobRules.end(entry, ending.run(), ending.outcome(), ending.error());
			if (change == null) {
				return recorded(ending, entry);
			}
			if (this.ledger.write(entry, change)) {
				return change.records().get(0);
			}
		}
	}

	/**
	 * The run is not the running one any more: either an answer was lost, and its end is
	 * recorded, or it was taken for lost.
	 */
	private JobRun recorded(Ending ending, JobEntry entry) {
		JobRun record = this.ledger.history()
			.stream()
			.filter((run) -> JobRules.isSame(ending.run(), run))
			.findFirst()
			.orElseGet(() -> ending.run().ended(entry.now(), Outcome.LOST, ending.error()));
		if (record.outcome() != ending.outcome()) {
			logger.warn("A run of job '{}' for fire time {} ended as {} after it had been taken for lost", this.jobName,
					ending.run().fireTime(), ending.outcome());
		}
		return record;
	}

	private static @Nullable String text(@Nullable Throwable failure) {
		return (failure != null) ? JobErrors.text(failure) : null;
	}

	/**
	 * How a run ended.
	 */
	private record Ending(JobRun run, Outcome outcome, @Nullable String error) {

		JobRun unrecorded() {
			return this.run.ended(this.run.startedAt(), this.outcome, this.error);
		}

	}

}

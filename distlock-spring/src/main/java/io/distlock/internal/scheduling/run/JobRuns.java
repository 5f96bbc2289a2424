// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.rules.JobChange;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.JobStep.TryLock;
import io.distlock.internal.scheduling.run.RunState.End;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs of one job on this node: acquires the lock, claims runs, and records their ends,
 * even if the store does not respond. The lock is kept until the end is recorded, so that
 * no other node considers the run lost. An end that cannot be recorded before the loss of
 * the lock is retried with the next polls.
 */
final class JobRuns {

	private static final Logger logger = LoggerFactory.getLogger(JobRuns.class);

	private static final String PREFIX = "cluster-job:";

	/**
	 * Unlimited hold time for jobs, regardless of the limit of other locks.
	 */
	private static final Duration NO_MAX_HOLD_TIME = Duration.ofDays(36500);

	private static final int MAX_POLLS = 20;

	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private static final Duration RETRY = Duration.ofMillis(100);

	private final String jobName;

	private final LockEngine locks;

	private final String nodeName;

	private final LockRequest request;

	private final JobLedgerCalls ledger;

	private final OnLost onLost;

	private final JobTime time;

	/**
	 * State, changed by sequential polls, by active runs, and by ends of other runs.
	 */
	private final AtomicReference<RunState> state = new AtomicReference<>(RunState.IDLE);

	JobRuns(String jobName, JobStore store, Duration leaseTime, OnLost onLost, JobLedgerCalls ledger, JobTime time) {
		this.jobName = jobName;
		this.locks = store.locks();
		this.nodeName = store.nodeName();
		this.ledger = ledger;
		this.onLost = onLost;
		this.time = time;
		this.request = LockRequest.of(PREFIX + jobName)
			.waitTime(Duration.ZERO)
			.leaseTime(leaseTime)
			.maxHoldTime(NO_MAX_HOLD_TIME)
			.onLost(onLost)
			.name(jobName);
	}

	private String lockKey() {
		return this.request.keys().get(0);
	}

	Duration leaseLeft() {
		return this.ledger.leaseLeft(lockKey());
	}

	Optional<HeldLock> tryAcquire() {
		return this.locks.acquire(this.request);
	}

	/**
	 * Record the step that a poll found due.
	 */
	void found(@Nullable TryLock step) {
		this.state.updateAndGet((state) -> state.found(step));
	}

	/**
	 * Take the step that the last poll found due, once.
	 */
	@Nullable TryLock takeDue() {
		return this.state.getAndUpdate((state) -> state.found(null)).due();
	}

	/**
	 * Return the active run, unless this node may have claimed it without starting it.
	 */
	@Nullable JobRun runningElsewhere(@Nullable JobRun running) {
		return (running != null && !running.isSameAs(this.state.get().unstarted())) ? running : null;
	}

	/**
	 * Claim a due run under its lock. For an idle job, the entry read before the lock was
	 * acquired suffices: if the entry has changed since, nothing is written.
	 */
	@Nullable JobRun claim(JobRules rules, HeldLock held) {
		JobEntry read = this.ledger.justSeen();
		JobEntry entry = (read != null && read.state().running() == null) ? read : this.ledger.read();
		JobChange change = rules.claim(entry, this.nodeName, held.fencingToken(), this.state.get().unstarted());
		if (change == null || !writeClaim(entry, change, held)) {
			return null;
		}
		// A claim without its lock is not started: another node may take over already.
		JobRun run = change.run();
		if (run == null || !held.isHeld()) {
			return null;
		}
		this.state.updateAndGet(RunState::started);
		return run;
	}

	/**
	 * Write a claim. Until an answer arrives, the run is remembered as claimed but not
	 * started.
	 */
	private boolean writeClaim(JobEntry entry, JobChange change, HeldLock held) {
		this.state.updateAndGet((state) -> state.claiming(change.run()));
		try {
			return this.ledger.write(entry, change);
		}
		catch (RuntimeException ex) {
			if (isConfirmed(entry, change, held)) {
				return true;
			}
			throw ex;
		}
	}

	/**
	 * Determine the outcome of a claim without an answer. A claim with a possible later
	 * effect is written again under the same lock, so that either write takes effect and
	 * other nodes do not consider the run abandoned. A completed claim is written again
	 * as well: the entry may have been read from a single server, without the
	 * confirmation of the majority implied by an answer.
	 */
	private boolean isConfirmed(JobEntry entry, JobChange change, HeldLock held) {
		JobRun run = change.run();
		while (held.isHeld()) {
			JobEntry found = this.ledger.read();
			boolean claimed = run != null && run.isSameAs(found.state().running());
			if (!claimed && found.version() != entry.version()) {
				return false;
			}
			if (this.ledger.write(found, claimed ? new JobChange(found.state(), change.records(), run) : change)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Acquire the lock for a run on demand. While no run is active, a node with the lock
	 * only polls, and releases the lock shortly.
	 */
	HeldLock acquireOnDemand() {
		if (LockContext.all().stream().anyMatch((lock) -> lock.key().equals(lockKey()))) {
			throw busy("on this thread, which requested another run from within it");
		}
		Optional<HeldLock> held = tryAcquire();
		for (int i = 0; i < MAX_POLLS && held.isEmpty() && this.ledger.read().state().running() == null; i++) {
			LockSupport.parkNanos(POLL_NANOS);
			held = tryAcquire();
		}
		return held.orElseThrow(() -> {
			JobRun run = this.ledger.read().state().running();
			return busy(
					(run != null) ? "on node '%s' since %s".formatted(run.node(), run.startedAt()) : "on some node");
		});
	}

	/**
	 * Claim a run on demand, despite concurrent changes of the entry by other nodes, for
	 * example the registration of a trigger or a pause.
	 */
	JobRun claimOnDemand(JobRules rules, HeldLock held) {
		while (true) {
			held.assertHeld();
			JobEntry entry = this.ledger.read();
			JobChange change = rules.claimOnDemand(entry, this.nodeName, held.fencingToken());
			JobRun run = (change != null) ? change.run() : null;
			if (change == null || run == null) {
				throw busy("again soon: its run of %s was lost, and another attempt comes first"
					.formatted(entry.state().lastFireTime()));
			}
			if (this.ledger.write(entry, change)) {
				held.assertHeld();
				return run;
			}
		}
	}

	private LockNotAcquiredException busy(String where) {
		return new LockNotAcquiredException(lockKey(), this.jobName,
				"Job '%s' cannot be run now, it is running %s. Try again when it has ended".formatted(this.jobName,
						where));
	}

	/**
	 * Record the end of a run, under its lock if still held.
	 * @return the record, even if the store does not have it
	 */
	JobRun end(JobRun run, Outcome outcome, @Nullable String error, HeldLock held, JobRules rules) {
		End end = new End(run, outcome, error, this.time.nanoTime(), rules);
		while (true) {
			try {
				return settle(end, held);
			}
			catch (RuntimeException ex) {
				if (!held.isHeld() || Thread.currentThread().isInterrupted() || isRejected(ex)) {
					logger.warn("Could not record the end of a run of job '{}'; will retry: {} for fire time {}",
							this.jobName, outcome, run.fireTime(), ex);
					this.state.updateAndGet((state) -> state.ended(end));
					return run.ended(run.startedAt(), outcome, error);
				}
				logger.debug("Could not record the end of a run of job '{}' yet", this.jobName, ex);
				this.time.pause(RETRY);
			}
		}
	}

	/**
	 * Return the outcome of a run that has lost its lock.
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

	/**
	 * Return whether an end is not yet recorded.
	 */
	boolean isUnrecorded() {
		return this.state.get() instanceof RunState.Unrecorded;
	}

	/**
	 * Record a pending end. An end that the store permanently refuses is left to the next
	 * node, which considers the run lost.
	 */
	void recordPending() {
		if (!(this.state.get() instanceof RunState.Unrecorded left)) {
			return;
		}
		try {
			settle(left.end(), null);
		}
		catch (LockStoreException ex) {
			if (!isRejected(ex)) {
				throw ex;
			}
			logger.warn("The store rejected the end of a run of job '{}'", this.jobName, ex);
		}
		this.state.updateAndGet((state) -> state.recorded(left.end()));
	}

	/**
	 * Return whether the store permanently refuses the end. A store that refuses a read
	 * as well, for example after a change of its password, may accept the end later.
	 */
	private boolean isRejected(RuntimeException failure) {
		if (!isRefused(failure)) {
			return false;
		}
		try {
			this.ledger.read();
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug("The store refuses to read job '{}' as well", this.jobName, ex);
			return false;
		}
	}

	private static boolean isRefused(RuntimeException failure) {
		return failure instanceof LockStoreException store
				&& store.getOutcome() == LockStoreException.Outcome.PERMANENT;
	}

	/**
	 * Record an end. If the store cannot keep the error text, the record is written
	 * without the text.
	 */
	private JobRun settle(End end, @Nullable HeldLock held) {
		try {
			return writeEnd(end, held);
		}
		catch (LockStoreException ex) {
			if (!isRefused(ex) || end.error() == null) {
				throw ex;
			}
			String ascii = end.error().replaceAll("[^\\x20-\\x7e]", "?");
			return writeEnd(new End(end.run(), end.outcome(), ascii, end.at(), end.rules()), held);
		}
	}

	/**
	 * Write an end with the time of the end: fire times that became due since then are
	 * not skipped.
	 * @param held the lock of the run, which is released by the write if supported by the
	 * store; {@code null} for a lost lock
	 */
	private JobRun writeEnd(End end, @Nullable HeldLock held) {
		JobEntry known = this.ledger.claimed(end.run(), end.at());
		while (true) {
			JobEntry atEnd = (known != null) ? known : this.ledger.readAsOf(end.at());
			known = null;
			Duration early = Duration.between(atEnd.now(), end.run().startedAt());
			if (!early.isNegative()) {
				atEnd = atEnd.after(early);
			}
			JobChange change = end.rules().end(atEnd, end.run(), end.outcome(), end.error());
			if (change == null) {
				return recorded(end, atEnd);
			}
			boolean written = (held != null) ? this.ledger.writeLast(atEnd, change, held)
					: this.ledger.write(atEnd, change);
			if (written) {
				return change.records().get(0);
			}
		}
	}

	/**
	 * Return the record of a run that is no longer active: its end was recorded although
	 * the answer was lost, or another node considered the run lost.
	 */
	private JobRun recorded(End end, JobEntry entry) {
		JobRun ended = end.run().ended(entry.now(), end.outcome(), end.error());
		JobRun record = this.ledger.history()
			.stream()
			.filter(ended::isSameAs)
			.findFirst()
			.orElseGet(() -> ended.ended(entry.now(), Outcome.LOST, ended.error()));
		if (record.outcome() != ended.outcome()) {
			logger.warn("A run of job '{}' for fire time {} ended as {} after it was considered lost", this.jobName,
					ended.fireTime(), ended.outcome());
		}
		else if (Objects.equals(record.error(), ended.error())) {
			// This node wrote it, and not one that took the run for lost.
			this.ledger.reports.ended(entry.state(), record);
		}
		return record;
	}

	/**
	 * Return class and message of a failure, for the record of a run.
	 */
	static @Nullable String text(@Nullable Throwable failure) {
		if (failure instanceof UndeclaredThrowableException wrapper && wrapper.getCause() != null) {
			return wrapper.getCause().toString();
		}
		return (failure != null) ? failure.toString() : null;
	}

}

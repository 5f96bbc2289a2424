// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.scheduling.JobStore;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.rules.JobChange;
import io.distlock.scheduling.rules.JobRules;
import org.jspecify.annotations.Nullable;

/**
 * Acquires the lock of one job, and claims its runs for this node, also where the store
 * does not answer.
 */
final class RunClaimer {

	private static final String PREFIX = "cluster-job:";

	/**
	 * A job may run without a limit, whatever the bound of other locks.
	 */
	private static final Duration NO_MAX_HOLD_TIME = Duration.ofDays(36500);

	private static final int MAX_LOOKS = 20;

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private final String jobName;

	private final LockOperations locks;

	private final String nodeName;

	private final LockRequest request;

	private final JobLedgerCalls ledger;

	/**
	 * A run that may have been claimed, and was not started.
	 */
	private volatile @Nullable JobRun unstarted;

	RunClaimer(String jobName, JobStore store, Duration leaseTime, OnLost onLost, JobLedgerCalls ledger) {
		this.jobName = jobName;
		this.locks = store.locks();
		this.nodeName = store.nodeName();
		this.ledger = ledger;
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
		return this.locks.tryAcquire(this.request);
	}

	/**
	 * Return the run of an entry, unless this node may have claimed it and did not start
	 * it.
	 */
	@Nullable JobRun runningElsewhere(JobEntry entry) {
		JobRun running = entry.state().running();
		return (running != null && !JobRules.isSame(running, this.unstarted)) ? running : null;
	}

	/**
	 * Claim what is due, under its lock. Where nothing runs, what was read before the
	 * lock was taken is as good: if it has changed since, nothing is written.
	 */
	@Nullable JobRun claim(JobRules rules, HeldLock held) {
		JobEntry read = this.ledger.justSeen();
		JobEntry entry = (read != null && read.state().running() == null) ? read : this.ledger.read();
		JobChange change = rules.claim(entry, this.nodeName, held.fencingToken(), this.unstarted);
		if (change == null || !write(entry, change, held)) {
			return null;
		}
		// A claim without its lock is not started: another node may take over already.
		JobRun run = change.run();
		if (run == null || !held.isHeld()) {
			return null;
		}
		this.unstarted = null;
		return run;
	}

	/**
	 * Write a claim. Until an answer comes, it is remembered as one that was not started.
	 */
	private boolean write(JobEntry entry, JobChange change, HeldLock held) {
		this.unstarted = change.run();
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
	 * Find out what became of a claim without an answer. One that may still take effect
	 * is written again, under the same lock, so that one of the two does and no other
	 * node takes it for that of a dead one. One that took effect is written once more,
	 * too: what was read may not be on all the servers yet that an answer would have
	 * spoken for.
	 */
	private boolean isConfirmed(JobEntry entry, JobChange change, HeldLock held) {
		JobRun run = change.run();
		while (held.isHeld()) {
			JobEntry found = this.ledger.read();
			boolean claimed = run != null && JobRules.isSame(run, found.state().running());
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
	 * Acquire the lock for a run on demand. A node that has it while nothing runs only
	 * polls, and releases it in a moment.
	 */
	HeldLock acquireOnDemand() {
		if (LockContext.all().stream().anyMatch((lock) -> lock.key().equals(lockKey()))) {
			throw busy("on this thread, which requested another run from within it");
		}
		Optional<HeldLock> held = tryAcquire();
		for (int i = 0; i < MAX_LOOKS && held.isEmpty() && this.ledger.read().state().running() == null; i++) {
			LockSupport.parkNanos(LOOK_NANOS);
			held = tryAcquire();
		}
		return held.orElseThrow(() -> {
			JobRun run = this.ledger.read().state().running();
			return busy(
					(run != null) ? "on node '%s' since %s".formatted(run.node(), run.startedAt()) : "on some node");
		});
	}

	/**
	 * Claim a run on demand, also if others change the entry at the same time: to
	 * register a trigger, or to pause the job.
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
		return new LockNotAcquiredException(lockKey(),
				"Job '%s' cannot be run now, it is running %s. Try again when it has ended".formatted(this.jobName,
						where));
	}

}

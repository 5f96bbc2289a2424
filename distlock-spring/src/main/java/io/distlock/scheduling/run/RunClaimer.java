// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.function.BooleanSupplier;

import io.distlock.HeldLock;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.rules.JobChange;
import io.distlock.scheduling.rules.JobRules;
import org.jspecify.annotations.Nullable;

/**
 * Claims runs of one job for this node, also where the store does not answer.
 */
final class RunClaimer {

	private final JobLedgerCalls ledger;

	private final JobEvents events;

	private final String node;

	private final BooleanSupplier open;

	/**
	 * A run that may have been claimed, and was not started.
	 */
	private volatile @Nullable JobRun unstarted;

	RunClaimer(JobLedgerCalls ledger, JobEvents events, String node, BooleanSupplier open) {
		this.ledger = ledger;
		this.events = events;
		this.node = node;
		this.open = open;
	}

	/**
	 * Return whether a run may have been claimed by this node, and was not started.
	 */
	boolean isUnstarted(JobRun run) {
		return JobRules.isSame(run, this.unstarted);
	}

	/**
	 * Claim what is due, under its lock. Where nothing runs, what was read before the
	 * lock was taken is as good: if it has changed since, nothing is written.
	 * @param rules the rules of this node
	 * @param read what was read just before, or {@code null} if that was too long ago
	 * @param held the lock
	 * @return the run to start, or {@code null} if there is none
	 */
	@Nullable JobRun claim(JobRules rules, @Nullable JobEntry read, HeldLock held) {
		JobEntry entry = (read != null && read.state().running() == null) ? read : this.ledger.read();
		JobChange change = rules.claim(entry, this.node, held.fencingToken(), this.unstarted);
		if (change == null || !this.open.getAsBoolean()) {
			return null;
		}
		if (!write(entry, change, held)) {
			return null;
		}
		this.events.written(change.state(), change.records());
		return started(change.run(), held);
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
			if (this.ledger.write(found, claimed ? found.state() : change.state(), change.records())) {
				return true;
			}
		}
		return false;
	}

	/**
	 * A claim without its lock is not started: another node may take over already.
	 */
	private @Nullable JobRun started(@Nullable JobRun run, HeldLock held) {
		if (run == null || !held.isHeld()) {
			return null;
		}
		this.unstarted = null;
		return run;
	}

}

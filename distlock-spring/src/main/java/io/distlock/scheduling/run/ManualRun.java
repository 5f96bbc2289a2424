// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.rules.JobChange;
import io.distlock.scheduling.rules.JobRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job because a caller asks for it, under the same lock.
 */
final class ManualRun {

	private static final Logger logger = LoggerFactory.getLogger(ManualRun.class);

	private static final int MAX_LOOKS = 20;

	private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private final String jobName;

	private final JobLock lock;

	private final JobLedgerCalls ledger;

	private final RunRecorder endings;

	private final JobEvents events;

	private final RunWatch watch;

	private final String node;

	ManualRun(String jobName, JobLock lock, JobLedgerCalls ledger, RunRecorder endings, JobEvents events,
			RunWatch watch, String node) {
		this.jobName = jobName;
		this.lock = lock;
		this.ledger = ledger;
		this.endings = endings;
		this.events = events;
		this.watch = watch;
		this.node = node;
	}

	/**
	 * Run the job now, whatever its trigger says.
	 */
	JobRun run(Runnable body, JobRules rules) {
		if (this.lock.isHeldByThread()) {
			throw busy("on this thread, which requested another run from within it");
		}
		this.endings.recordPending();
		try (HeldLock held = acquire()) {
			return run(claim(held, rules), rules, held, body);
		}
	}

	/**
	 * Acquire the lock. A node that has it while nothing runs only polls, and releases it
	 * in a moment.
	 */
	private HeldLock acquire() {
		Optional<HeldLock> held = this.lock.tryAcquire();
		for (int i = 0; i < MAX_LOOKS && held.isEmpty() && this.ledger.read().state().running() == null; i++) {
			LockSupport.parkNanos(LOOK_NANOS);
			held = this.lock.tryAcquire();
		}
		return held.orElseThrow(this::running);
	}

	/**
	 * Claim a run, also if others change the entry at the same time: to register a
	 * trigger, or to pause the job.
	 */
	private JobRun claim(HeldLock held, JobRules rules) {
		while (true) {
			held.assertHeld();
			JobEntry entry = this.ledger.read();
			JobChange change = rules.claimOnDemand(entry, this.node, held.fencingToken());
			JobRun run = (change != null) ? change.run() : null;
			if (change == null || run == null) {
				throw busy("again soon: its run of %s was lost, and another attempt comes first"
					.formatted(entry.state().lastFireTime()));
			}
			if (this.ledger.write(entry, change)) {
				this.events.written(change.state(), change.records());
				held.assertHeld();
				return run;
			}
		}
	}

	private JobRun run(JobRun run, JobRules rules, HeldLock held, Runnable body) {
		RunWatch.Call call = this.watch.call(run, rules, held, body, LostThread.NONE);
		Throwable failure = call.failure();
		if (failure != null) {
			logger.error("Job '{}', which was run on demand, failed", this.jobName, failure);
		}
		JobRun record = call.record();
		if (call.isGivenUp()) {
			return (record != null) ? record : run;
		}
		if (held.isHeld()) {
			return this.endings.end(run, call.outcome(), call.error(), held, rules);
		}
		Throwable loss = this.lock.lost(failure, held);
		held.close();
		return this.endings.lostForGood(run, (loss != null) ? RunRecorder.text(loss) : null, rules);
	}

	private LockNotAcquiredException running() {
		JobRun run = this.ledger.read().state().running();
		return busy((run != null) ? "on node '%s' since %s".formatted(run.node(), run.startedAt()) : "on some node");
	}

	private LockNotAcquiredException busy(String where) {
		return new LockNotAcquiredException(this.lock.key(),
				"Job '%s' cannot be run now, it is running %s. Try again when it has ended".formatted(this.jobName,
						where));
	}

}

package io.distlock.scheduling;

import java.time.Instant;

import io.distlock.HeldLock;
import io.distlock.LockNotAcquiredException;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a job because somebody asks for it, under the same lock.
 */
final class JobOnDemand {

	private static final Logger logger = LoggerFactory.getLogger(JobOnDemand.class);

	private final JobSpec spec;

	private final JobLock lock;

	private final JobLedgerCalls ledger;

	private final JobEndings endings;

	private final JobMethod method;

	private final String node;

	JobOnDemand(JobSpec spec, JobLock lock, JobLedgerCalls ledger, JobEndings endings, JobMethod method, String node) {
		this.spec = spec;
		this.lock = lock;
		this.ledger = ledger;
		this.endings = endings;
		this.method = method;
		this.node = node;
	}

	/**
	 * Run the job now, whatever its trigger says.
	 */
	JobRun run(Runnable body) {
		if (this.lock.isHeldByThread()) {
			throw busy("on this thread, which asks for another run from inside of it");
		}
		this.endings.settleLeft();
		try (HeldLock held = this.lock.tryAcquire().orElseThrow(this::running)) {
			JobEntry entry = this.ledger.read();
			JobRules rules = new JobRules(this.spec.trigger(), this.spec.maxAttempts(), Instant.EPOCH, true);
			JobChange change = rules.claimOnDemand(entry, this.node, held.fencingToken());
			JobRun run = (change != null) ? change.run() : null;
			if (change == null || run == null) {
				throw busy("again soon: its run of %s was lost, and another attempt comes first"
					.formatted(entry.state().lastFireTime()));
			}
			if (!this.ledger.write(entry, change)) {
				throw busy("no more as it was: somebody changed it at the same time");
			}
			return run(run, held, body);
		}
	}

	private JobRun run(JobRun run, HeldLock held, Runnable body) {
		Throwable failure = this.method.call(run, held, body);
		if (failure != null) {
			logger.error("Job '{}', which was run on demand, failed", this.spec.name(), failure);
		}
		if (held.isHeld()) {
			return this.endings.end(run, failure, held);
		}
		Throwable loss = this.method.lost(failure, held);
		held.close();
		return this.endings.lost(run, loss);
	}

	private LockNotAcquiredException running() {
		JobRun run = this.ledger.read().state().running();
		return busy((run != null) ? "on node '%s' since %s".formatted(run.node(), run.startedAt()) : "on some node");
	}

	private LockNotAcquiredException busy(String where) {
		return new LockNotAcquiredException(this.lock.key(),
				"Job '%s' cannot be run now, it is running %s. Try again when it has ended".formatted(this.spec.name(),
						where));
	}

}

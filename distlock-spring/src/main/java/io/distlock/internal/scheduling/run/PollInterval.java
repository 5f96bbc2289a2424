// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;

import io.distlock.internal.scheduling.rules.JobStep;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Interval between a node's polls of a job.
 */
final class PollInterval {

	private static final Duration PAUSED = Duration.ofSeconds(5);

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final Duration MAX_BUSY_POLL = Duration.ofMillis(500);

	private static final Duration MAX_FAILED_POLL = Duration.ofSeconds(5);

	private static final int BUSY_POLLS_PER_LEASE = 20;

	/**
	 * Maximum time until a node detects a lost run to repeat, or a run that ended after
	 * its next fire time.
	 */
	private static final Duration EARLY_END = Duration.ofSeconds(5);

	/**
	 * Maximum random delay of a node after a fire time. Distributes the runs among the
	 * nodes, and lets most nodes find an active run.
	 */
	private static final Duration SPREAD = Duration.ofMillis(100);

	private static final int SPREADS_PER_REST = 10;

	private static final Duration AFTER_LEASE = Duration.ofMillis(10);

	private final JobTime time;

	private final Duration leaseTime;

	/**
	 * Maximum time until a node detects changes by other nodes, such as a pause or a new
	 * trigger.
	 */
	private final Duration housekeeping;

	private volatile int failures;

	/**
	 * Run of another node that was waited for before.
	 */
	private volatile @Nullable JobRun known;

	PollInterval(Duration leaseTime, Duration housekeeping, JobTime time) {
		this.time = time;
		this.leaseTime = leaseTime;
		this.housekeeping = housekeeping;
	}

	PollResult rest(JobStep.Rest rest, Instant now) {
		Duration until = until(rest.nextFireTime(), now);
		Duration longest = rest.paused() ? shorter(PAUSED, this.housekeeping) : this.housekeeping;
		Duration other = until(rest.checkAt(), now);
		Duration next = (other != null) ? shorter(longest, longer(other, SHORTEST)) : longest;
		this.known = null;
		return (until != null && until.compareTo(next) <= 0) ? fires(until) : new PollResult(next, true, false, null);
	}

	private PollResult fires(Duration until) {
		return PollResult.in(until.plus(this.time.random(shorter(SPREAD, until.dividedBy(SPREADS_PER_REST)))));
	}

	/**
	 * Return the time for which the lease of a run lasts at least, for a run that is
	 * polled for the first time.
	 * @return the time; zero for a known run, or if the lease may have expired
	 */
	Duration leaseOf(JobRun run, Instant now) {
		boolean first = !run.isSameAs(this.known);
		Duration left = Duration.between(now, run.startedAt().plus(this.leaseTime));
		return (first && !left.isNegative()) ? left : Duration.ZERO;
	}

	/**
	 * Wait while another node runs the job and its lease lasts: until the end of the
	 * lease, or until the run may have ended early if a step is pending. A node that has
	 * just started also polls at the next fire time, because most runs are over by then.
	 */
	PollResult running(JobStep.TryLock step, JobRun run, Duration leaseLeft, Instant now) {
		boolean first = !run.isSameAs(this.known);
		this.known = run;
		Duration until = until(step.nextFireTime(), now);
		Duration next = longer(step.urgent() ? shorter(EARLY_END, leaseLeft.plus(AFTER_LEASE))
				: shorter(this.leaseTime, this.housekeeping), SHORTEST);
		boolean atFireTime = first || !step.urgent();
		return (until != null && atFireTime && until.compareTo(next) <= 0) ? fires(until) : PollResult.in(next);
	}

	/**
	 * Wait while another node has the lock and its lease is unknown: briefly if a step is
	 * pending, otherwise until the death of the other node has probably been detected.
	 */
	PollResult busy(JobStep.TryLock step, Instant now) {
		if (step.urgent()) {
			Duration soon = this.leaseTime.dividedBy(BUSY_POLLS_PER_LEASE);
			return PollResult.in(longer(shorter(soon, MAX_BUSY_POLL), SHORTEST));
		}
		Duration until = until(step.nextFireTime(), now);
		Duration next = longer(shorter(this.leaseTime, this.housekeeping), SHORTEST);
		return PollResult.in((until != null) ? shorter(until, next) : next);
	}

	Duration failed() {
		this.failures++;
		return shorter(SHORTEST.multipliedBy(1L << Math.min(this.failures - 1, 10)), MAX_FAILED_POLL);
	}

	void succeeded() {
		this.failures = 0;
	}

	int failures() {
		return this.failures;
	}

	private static @Nullable Duration until(@Nullable Instant time, Instant now) {
		return (time != null) ? longer(Duration.between(now, time), Duration.ZERO) : null;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

}

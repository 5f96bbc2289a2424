// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

import io.distlock.internal.scheduling.rules.JobStep;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Time that a node waits between its polls of a job.
 */
final class PollInterval {

	private static final Duration PAUSED = Duration.ofSeconds(5);

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final Duration LONGEST_BUSY = Duration.ofMillis(500);

	private static final Duration LONGEST_FAILED = Duration.ofSeconds(5);

	private static final int BUSY_LOOKS_PER_LEASE = 20;

	/**
	 * Within this time a node notices that a run was broken off which it may repeat, or
	 * has ended after its next fire time.
	 */
	private static final Duration EARLY_END = Duration.ofSeconds(5);

	/**
	 * By how much nodes come to a fire time one after another, and in another order each
	 * time, so that each of them gets its share, and most find a run that has begun.
	 */
	private static final Duration SPREAD = Duration.ofMillis(100);

	private static final int SPREADS_PER_REST = 10;

	private static final Duration AFTER_LEASE = Duration.ofMillis(10);

	private final Duration leaseTime;

	/**
	 * Within this time a node notices what others changed: a pause, a trigger.
	 */
	private final Duration housekeeping;

	private volatile int failures;

	/**
	 * The run of another node that was waited for before.
	 */
	private volatile @Nullable JobRun known;

	PollInterval(Duration leaseTime, Duration housekeeping) {
		this.leaseTime = leaseTime;
		this.housekeeping = housekeeping;
	}

	PollResult rest(JobStep.Rest rest, Instant now) {
		Duration until = until(rest.nextFireTime(), now);
		Duration longest = rest.paused() ? shorter(PAUSED, this.housekeeping) : this.housekeeping;
		Duration other = until(rest.lookAt(), now);
		Duration next = (other != null) ? shorter(longest, longer(other, SHORTEST)) : longest;
		this.known = null;
		return (until != null && until.compareTo(next) <= 0) ? fires(until) : new PollResult(next, true, false, null);
	}

	private static PollResult fires(Duration until) {
		long most = shorter(SPREAD, until.dividedBy(SPREADS_PER_REST)).toNanos();
		Duration spread = Duration.ofNanos(ThreadLocalRandom.current().nextLong(most + 1));
		return PollResult.in(until.plus(spread));
	}

	/**
	 * Return how long the lease of a run lasts for sure if this is the first that is seen
	 * of it.
	 * @return zero if it was seen before, or may be over
	 */
	Duration leaseOf(JobRun run, Instant now) {
		boolean first = !run.isSameAs(this.known);
		Duration left = Duration.between(now, run.startedAt().plus(this.leaseTime));
		return (first && !left.isNegative()) ? left : Duration.ZERO;
	}

	/**
	 * Wait while another node runs the job, and its lease lasts: until that ends, or the
	 * run may have ended early, which matters the sooner the more there will be to do. A
	 * node that has just started also polls at the next fire time, as for most jobs the
	 * run is over then.
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
	 * Wait when another node has the lock though its lease is not known: for a short time
	 * if there will be something to do, else until it is likely that the other node is
	 * noticed to be dead.
	 */
	PollResult busy(JobStep.TryLock step, Instant now) {
		if (step.urgent()) {
			Duration soon = this.leaseTime.dividedBy(BUSY_LOOKS_PER_LEASE);
			return PollResult.in(longer(shorter(soon, LONGEST_BUSY), SHORTEST));
		}
		Duration until = until(step.nextFireTime(), now);
		Duration next = longer(shorter(this.leaseTime, this.housekeeping), SHORTEST);
		return PollResult.in((until != null) ? shorter(until, next) : next);
	}

	Duration failed() {
		this.failures++;
		return shorter(SHORTEST.multipliedBy(1L << Math.min(this.failures - 1, 10)), LONGEST_FAILED);
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

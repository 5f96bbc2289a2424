// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Duration;

import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * How the runs of a {@link JobHandler} are treated, as the attributes of
 * {@link io.distlock.annotation.ClusterScheduled} say for a method.
 *
 * @param leaseTime the lease of a run, or {@code null} for
 * {@code distlock.scheduling.lease-time}
 * @param startWithin how late a fire time may start, or {@code null} for
 * {@code distlock.scheduling.start-within}; a schedule that runs once then has no bound
 * @param maxRunTime how long a run may take, or {@code null} for
 * {@code distlock.scheduling.max-run-time}
 * @param maxAttempts how often a fire time is tried, at least 1
 * @param retryDelay the time from the end of the first attempt to the second
 * @param retryMultiplier by how much each delay is longer than the one before, from 1 to
 * 1,000
 * @param maxRetryDelay the longest delay between attempts
 * @since 0.1.0
 */
public record JobHandlerOptions(@Nullable Duration leaseTime, @Nullable Duration startWithin,
		@Nullable Duration maxRunTime, int maxAttempts, Duration retryDelay, double retryMultiplier,
		Duration maxRetryDelay) {

	private static final Duration SHORTEST_LEASE = LockRequest.MIN_LEASE_TIME;

	private static final Duration SHORTEST_DELAY = Duration.ofMillis(100);

	private static final JobHandlerOptions DEFAULTS = new JobHandlerOptions(null, null, null, 1, Duration.ofSeconds(10),
			2, Duration.ofHours(1));

	/**
	 * Create options.
	 * @throws IllegalArgumentException if a value is out of its bounds
	 */
	public JobHandlerOptions {
		check("leaseTime", leaseTime, SHORTEST_LEASE);
		check("startWithin", startWithin, JobSettings.MIN_START_WITHIN);
		check("maxRunTime", maxRunTime, JobSettings.MIN_RUN_TIME);
		check("retryDelay", retryDelay, SHORTEST_DELAY);
		check("maxRetryDelay", maxRetryDelay, retryDelay);
		if (maxAttempts < 1) {
			throw new IllegalArgumentException("'maxAttempts' must be at least 1, but is " + maxAttempts);
		}
		if (!(retryMultiplier >= 1 && retryMultiplier <= 1000)) {
			throw new IllegalArgumentException(
					"'retryMultiplier' must be between 1 and 1000, but is " + retryMultiplier);
		}
	}

	private static void check(String name, @Nullable Duration value, Duration least) {
		if (value != null && value.compareTo(least) < 0) {
			throw new IllegalArgumentException("'%s' must be at least %s, but is %s".formatted(name, least, value));
		}
	}

	/**
	 * Return the options of a handler that says nothing: one attempt, and the settings of
	 * all jobs.
	 * @return the options
	 */
	public static JobHandlerOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Return options with another lease.
	 * @param leaseTime how long others wait before they take over from a node that died
	 * @return the options
	 */
	public JobHandlerOptions withLeaseTime(Duration leaseTime) {
		return new JobHandlerOptions(leaseTime, this.startWithin, this.maxRunTime, this.maxAttempts, this.retryDelay,
				this.retryMultiplier, this.maxRetryDelay);
	}

	/**
	 * Return options with a bound of lateness.
	 * @param startWithin how late a fire time may start
	 * @return the options
	 */
	public JobHandlerOptions withStartWithin(Duration startWithin) {
		return new JobHandlerOptions(this.leaseTime, startWithin, this.maxRunTime, this.maxAttempts, this.retryDelay,
				this.retryMultiplier, this.maxRetryDelay);
	}

	/**
	 * Return options with a bound of the run.
	 * @param maxRunTime how long a run may take
	 * @return the options
	 */
	public JobHandlerOptions withMaxRunTime(Duration maxRunTime) {
		return new JobHandlerOptions(this.leaseTime, this.startWithin, maxRunTime, this.maxAttempts, this.retryDelay,
				this.retryMultiplier, this.maxRetryDelay);
	}

	/**
	 * Return options with other attempts of a fire time.
	 * @param maxAttempts how often a fire time is tried
	 * @param delay the time from the end of the first attempt to the second
	 * @param multiplier by how much each delay is longer than the one before
	 * @param maxDelay the longest delay
	 * @return the options
	 */
	public JobHandlerOptions withRetry(int maxAttempts, Duration delay, double multiplier, Duration maxDelay) {
		return new JobHandlerOptions(this.leaseTime, this.startWithin, this.maxRunTime, maxAttempts, delay, multiplier,
				maxDelay);
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling;

import java.time.Duration;

import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Settings of all jobs.
 *
 * @param enabled whether jobs run automatically on this node
 * @param version the version of the deployment; the trigger with the highest version
 * takes precedence
 * @param triggerTimeout the time without confirmation after which a trigger may be
 * replaced by the trigger of other nodes
 * @param forgetAfter the time without confirmation after which a job is removed
 * @param leaseTime the default lease of a run
 * @param misfireThreshold the default maximum delay of a fire time
 * @param maxRunTime the default maximum duration of a run, or {@code null} for no limit
 * @param shutdownTimeout the maximum time for runs to end when this node stops
 * @param historySize the number of records to keep for each job, at least 1
 * @param onLost the policy for a run whose lock is lost
 * @since 0.1.0
 */
public record JobSettings(boolean enabled, long version, Duration triggerTimeout, Duration forgetAfter,
		Duration leaseTime, Duration misfireThreshold, @Nullable Duration maxRunTime, Duration shutdownTimeout,
		int historySize, OnLost onLost) {

	/**
	 * Default of {@link #misfireThreshold()}. Only the latest due fire time runs, so a
	 * fire time may start no later than the next.
	 */
	public static final Duration DEFAULT_MISFIRE_THRESHOLD = Duration.ofHours(12);

	/**
	 * Minimum of {@link #misfireThreshold()}, since a fire time never starts without
	 * delay.
	 */
	public static final Duration MIN_MISFIRE_THRESHOLD = Duration.ofSeconds(1);

	/**
	 * Minimum of {@link #maxRunTime()}.
	 */
	public static final Duration MIN_RUN_TIME = Duration.ofMillis(100);

	/**
	 * Minimum of {@link #triggerTimeout()}; nodes poll twice in this time.
	 */
	public static final Duration MIN_TRIGGER_TIMEOUT = Duration.ofSeconds(1);

	/**
	 * Minimum of {@link #forgetAfter()}. Nodes confirm their jobs four times in this
	 * time, and may be down for a while.
	 */
	public static final Duration MIN_FORGET_AFTER = Duration.ofDays(1);

}

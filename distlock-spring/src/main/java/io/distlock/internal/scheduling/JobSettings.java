// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling;

import java.time.Duration;

import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Settings of all jobs.
 *
 * @param enabled whether jobs run on this node by themselves
 * @param version the order of deployments: of the triggers that nodes define the one of
 * the highest version wins
 * @param triggerTimeout how long the nodes that define a trigger may be silent until
 * those that define another one replace it
 * @param forgetAfter how long a job is kept that no node confirms
 * @param leaseTime the lease of a run unless its job says otherwise
 * @param misfireThreshold how late a fire time may start unless its job says otherwise
 * @param maxRunTime how long a run may take unless its job says otherwise, or
 * {@code null} for no limit
 * @param shutdownTimeout how long runs may take to end when this node stops
 * @param historySize how many records of a job are kept, at least 1
 * @param onLost what happens to a run whose lock is lost
 * @since 0.1.0
 */
public record JobSettings(boolean enabled, long version, Duration triggerTimeout, Duration forgetAfter,
		Duration leaseTime, Duration misfireThreshold, @Nullable Duration maxRunTime, Duration shutdownTimeout,
		int historySize, OnLost onLost) {

	/**
	 * The default of {@link #misfireThreshold()}. The latest fire time that is due runs,
	 * so one that is late starts until the next one.
	 */
	public static final Duration DEFAULT_MISFIRE_THRESHOLD = Duration.ofHours(12);

	/**
	 * The least of {@link #misfireThreshold()}: a fire time is never started at once.
	 */
	public static final Duration MIN_MISFIRE_THRESHOLD = Duration.ofSeconds(1);

	/**
	 * The least of {@link #maxRunTime()}.
	 */
	public static final Duration MIN_RUN_TIME = Duration.ofMillis(100);

	/**
	 * The least of {@link #triggerTimeout()}: nodes poll twice in that time.
	 */
	public static final Duration MIN_TRIGGER_TIMEOUT = Duration.ofSeconds(1);

	/**
	 * The least of {@link #forgetAfter()}: nodes confirm their jobs four times in that
	 * time, and may be down for a while.
	 */
	public static final Duration MIN_FORGET_AFTER = Duration.ofDays(1);

}

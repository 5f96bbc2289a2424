// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.time.Duration;

import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import org.jspecify.annotations.Nullable;

/**
 * A job as its annotations describe it.
 *
 * @param name its name in the cluster
 * @param method the annotated method
 * @param trigger what fires it
 * @param leaseTime the lease of a run, or {@code null} for the default
 * @param misfireThreshold how late a fire time may start, or {@code null} for the default
 * @param maxRunTime how long a run may take, or {@code null} for the default
 * @param retries whether and when a fire time is retried
 * @param provider the bean name of the provider, empty for the default one
 * @param scheduler the task scheduler to use, empty for the default one
 */
public record JobSpec(String name, Method method, JobTrigger trigger, @Nullable Duration leaseTime,
		@Nullable Duration misfireThreshold, @Nullable Duration maxRunTime, RetryRules retries, String provider,
		String scheduler) {

}

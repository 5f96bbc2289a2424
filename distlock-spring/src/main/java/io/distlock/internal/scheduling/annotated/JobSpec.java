// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.time.Duration;

import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import org.jspecify.annotations.Nullable;

/**
 * Specification of a job according to its annotations.
 *
 * @param name the name in the cluster
 * @param method the annotated method
 * @param trigger the trigger
 * @param leaseTime the lease of a run, or {@code null} for the default
 * @param misfireThreshold the maximum delay of a fire time, or {@code null} for the
 * default
 * @param maxRunTime the maximum duration of a run, or {@code null} for the default
 * @param retries the rules for retries
 * @param provider the bean name of the provider, empty for the default provider
 * @param scheduler the name of the task scheduler, empty for the default scheduler
 */
public record JobSpec(String name, Method method, JobTrigger trigger, @Nullable Duration leaseTime,
		@Nullable Duration misfireThreshold, @Nullable Duration maxRunTime, RetryRules retries, String provider,
		String scheduler) {

}

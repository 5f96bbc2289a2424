package io.distlock.scheduling;

import java.lang.reflect.Method;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A job as its annotations describe it.
 *
 * @param name its name in the cluster
 * @param method the annotated method
 * @param trigger what fires it
 * @param leaseTime the lease of a run, or {@code null} for the default
 * @param catchUpWithin how old a missed fire time may be
 * @param maxAttempts how often a fire time is tried
 * @param provider the bean name of the provider, empty for the default one
 * @param scheduler the task scheduler to use, empty for the default one
 */
record JobSpec(String name, Method method, JobTrigger trigger, @Nullable Duration leaseTime, Duration catchUpWithin,
		int maxAttempts, String provider, String scheduler) {

}

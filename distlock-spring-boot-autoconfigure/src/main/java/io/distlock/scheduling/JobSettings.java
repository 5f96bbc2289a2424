package io.distlock.scheduling;

import java.time.Duration;

import io.distlock.OnLost;

/**
 * Settings of all jobs.
 *
 * @param enabled whether jobs run on this node by themselves
 * @param leaseTime the lease of a run unless its job says otherwise
 * @param historySize how many records of a job are kept, at least 1
 * @param onLost what happens to a run whose lock is lost
 * @since 0.1.0
 */
public record JobSettings(boolean enabled, Duration leaseTime, int historySize, OnLost onLost) {

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.distlock.LockProviderException;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that the stores have, and that no code of this node has.
 *
 * @param jobs the jobs, by provider and name
 * @param truncated whether there may be more, because looking through a store took too
 * long
 * @param failures failures of stores that could not be read, by the bean name of the
 * provider, which is empty for the default one
 * @since 0.1.0
 */
public record OrphanedJobs(List<OrphanedJob> jobs, boolean truncated, Map<String, LockProviderException> failures) {

	/**
	 * Create a listing.
	 */
	public OrphanedJobs {
		jobs = List.copyOf(jobs);
		failures = Map.copyOf(failures);
	}

	/**
	 * A job that a store has, and that no code of this node has: it was taken out of the
	 * code, or renamed, or it belongs to other nodes. All times are by the store's clock.
	 *
	 * @param name the name of the job
	 * @param provider the bean name of the provider that keeps it, empty for the default
	 * one
	 * @param trigger what fires it
	 * @param confirmedAt when a node that defines the job last confirmed it; a node that
	 * defines the same as all others only does so when it starts, or is asked
	 * @param lastFireTime the latest fire time that was run, or {@code null}
	 * @param running the run that was started and has not ended, or {@code null}
	 * @since 0.1.0
	 */
	public record OrphanedJob(String name, String provider, String trigger, Instant confirmedAt,
			@Nullable Instant lastFireTime, @Nullable JobRun running) {

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.distlock.actuate.ClusterJobDescriptor.JobRunDescriptor;
import io.distlock.scheduling.OrphanedJob;
import io.distlock.scheduling.OrphanedJobs;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The jobs of the cluster that this node knows.
 *
 * @param jobs the jobs, by name
 * @param orphans the jobs of the stores that no code of this node has; {@code null}
 * unless they were asked for
 * @since 0.1.0
 */
public record ClusterJobsDescriptor(List<ClusterJobDescriptor> jobs,
		@Nullable OrphansDescriptor orphans) implements OperationResponseBody {

	/**
	 * The jobs of the stores that no code of this node has.
	 *
	 * @param jobs the jobs, by provider and name
	 * @param truncated whether there may be more
	 * @param errors failures of stores that could not be read, by the bean name of the
	 * provider, which is empty for the default one; {@code null} if there was none
	 */
	public record OrphansDescriptor(List<OrphanDescriptor> jobs, boolean truncated,
			@Nullable Map<String, String> errors) {

		static OrphansDescriptor of(OrphanedJobs orphans) {
			Map<String, String> errors = new TreeMap<>();
			orphans.failures().forEach((provider, failure) -> errors.put(provider, failure.toString()));
			return new OrphansDescriptor(orphans.jobs().stream().map(OrphanDescriptor::of).toList(),
					orphans.truncated(), errors.isEmpty() ? null : errors);
		}

	}

	/**
	 * A job that no code of this node has.
	 *
	 * @param name its name
	 * @param provider the bean name of the provider that keeps it, or {@code null} for
	 * the default one
	 * @param trigger what fires it
	 * @param confirmedAt when a node that defines it last confirmed it
	 * @param lastFireTime the latest fire time that was run, or {@code null}
	 * @param running the run that has not ended, or {@code null}
	 */
	public record OrphanDescriptor(String name, @Nullable String provider, String trigger, Instant confirmedAt,
			@Nullable Instant lastFireTime, @Nullable JobRunDescriptor running) {

		static OrphanDescriptor of(OrphanedJob job) {
			JobRun running = job.running();
			return new OrphanDescriptor(job.name(), job.provider().isEmpty() ? null : job.provider(), job.trigger(),
					job.confirmedAt(), job.lastFireTime(), (running != null) ? JobRunDescriptor.of(running) : null);
		}

	}

}

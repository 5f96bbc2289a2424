// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Cluster jobs known to this node.
 *
 * @param jobs the jobs, by name
 * @since 0.1.0
 */
public record ClusterJobsDescriptor(List<ClusterJobDescriptor> jobs) implements OperationResponseBody {

	/**
	 * Cluster job. All times are by the store's clock.
	 *
	 * @param name the name
	 * @param trigger the trigger; {@code null} if the store did not respond
	 * @param description the trigger in words; {@code null} if the store did not respond
	 * @param zone the time zone of the trigger, or {@code null} for none
	 * @param paused {@code true} if the job is paused in the whole cluster; {@code null}
	 * if the store did not respond
	 * @param running the active run, or {@code null}
	 * @param lastRun the record of the last ended run, or of fire times missed since,
	 * with the beginning of its error; or {@code null}
	 * @param retry the planned next attempt of the latest fire time, or {@code null}
	 * @param lastFireTime the latest fire time with a run, or {@code null}
	 * @param nextFireTime the next fire time, or {@code null}, for example while the job
	 * is paused
	 * @param pausedSince the start of the pause, or {@code null}
	 * @param pausedBy the user who paused the job, or {@code null}
	 * @param pauseReason the reason for the pause, or {@code null}
	 * @param overdueSince the longest-waiting fire time or attempt, or {@code null} for
	 * none
	 * @param lastSuccess the last successful run, or {@code null}
	 * @param consecutiveFailures the number of unsuccessful runs since then; {@code null}
	 * if the store did not respond
	 * @param missedFireTimes the number of fire times that did not start in time; {@code
	 * null} if the store did not respond
	 * @param skippedFireTimes the number of fire times skipped because the previous run
	 * was still active; {@code null} if the store did not respond
	 * @param provider the bean name of the provider, or {@code null} for the default
	 * provider
	 * @param history the recorded runs, latest first; {@code null} in the list of all
	 * jobs
	 * @param error the failure of the store, or {@code null}
	 */
	public record ClusterJobDescriptor(String name, @Nullable String trigger, @Nullable String description,
			@Nullable String zone, @Nullable Boolean paused, @Nullable JobRun running, @Nullable JobRun lastRun,
			@Nullable JobRetry retry, @Nullable Instant lastFireTime, @Nullable Instant nextFireTime,
			@Nullable Instant pausedSince, @Nullable String pausedBy, @Nullable String pauseReason,
			@Nullable Instant overdueSince, @Nullable Instant lastSuccess, @Nullable Integer consecutiveFailures,
			@Nullable Long missedFireTimes, @Nullable Long skippedFireTimes, @Nullable String provider,
			@Nullable List<JobRun> history, @Nullable String error) implements OperationResponseBody {

		static ClusterJobDescriptor of(ClusterJob job, @Nullable List<JobRun> history) {
			ZoneId zone = job.zone();
			return new ClusterJobDescriptor(job.name(), job.trigger(), job.description(),
					(zone != null) ? zone.getId() : null, job.paused(), job.running(), job.lastRun(), job.retry(),
					job.lastFireTime(), job.nextFireTime(), job.pausedSince(), job.pausedBy(), job.pauseReason(),
					job.overdueSince(), job.statistics().lastSuccess(), job.statistics().failures(),
					job.statistics().missed(), job.statistics().skipped(), providerName(job.provider()), history, null);
		}

		static ClusterJobDescriptor failed(String name, String provider, String failure) {
			return new ClusterJobDescriptor(name, null, null, null, null, null, null, null, null, null, null, null,
					null, null, null, null, null, null, providerName(provider), null, failure);
		}

		private static @Nullable String providerName(String provider) {
			return provider.isEmpty() ? null : provider;
		}

	}

}

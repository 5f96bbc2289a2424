// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Instant;
import java.util.List;

import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A job of the cluster. All times are by the store's clock.
 *
 * @param name its name
 * @param trigger what fires it; {@code null} if the store did not respond
 * @param paused whether it is paused in the whole cluster; {@code null} if the store did
 * not respond
 * @param running the run that has not ended, or {@code null}
 * @param retry another attempt of the latest fire time, which is planned, or {@code null}
 * @param lastFireTime the latest fire time that was run, or {@code null}
 * @param nextFireTime the next fire time, or {@code null}
 * @param pausedSince since when it is paused, or {@code null}
 * @param overdueSince the fire time, or the time of another attempt, that has been
 * waiting for longest, or {@code null} if none waits
 * @param lastSuccess when a run last succeeded, or {@code null}
 * @param consecutiveFailures number of runs that have ended otherwise since then; {@code
 * null} if the store did not respond
 * @param missedFireTimes number of fire times that did not start in time; {@code null} if
 * the store did not respond
 * @param skippedFireTimes number of fire times that were skipped because the previous run
 * was still active; {@code null} if the store did not respond
 * @param provider the bean name of the provider that keeps it, or {@code null} for the
 * default one
 * @param history its recorded runs, the latest first; {@code null} in the list of all
 * jobs
 * @param error failure of the store, or {@code null}
 * @since 0.1.0
 */
public record ClusterJobDescriptor(String name, @Nullable String trigger, @Nullable Boolean paused,
		@Nullable JobRunDescriptor running, @Nullable JobRetryDescriptor retry, @Nullable Instant lastFireTime,
		@Nullable Instant nextFireTime, @Nullable Instant pausedSince, @Nullable Instant overdueSince,
		@Nullable Instant lastSuccess, @Nullable Integer consecutiveFailures, @Nullable Long missedFireTimes,
		@Nullable Long skippedFireTimes, @Nullable String provider, @Nullable List<JobRunDescriptor> history,
		@Nullable String error) implements OperationResponseBody {

	static ClusterJobDescriptor of(ClusterJob job, @Nullable List<JobRun> history) {
		JobRun running = job.running();
		JobRetry retry = job.retry();
		return new ClusterJobDescriptor(job.name(), job.trigger(), job.paused(),
				(running != null) ? JobRunDescriptor.of(running) : null,
				(retry != null) ? JobRetryDescriptor.of(retry) : null, job.lastFireTime(), job.nextFireTime(),
				job.pausedSince(), job.overdueSince(), job.statistics().lastSuccess(), job.statistics().failures(),
				job.statistics().missed(), job.statistics().skipped(), providerName(job.provider()),
				(history != null) ? history.stream().map(JobRunDescriptor::of).toList() : null, null);
	}

	static ClusterJobDescriptor failed(String name, String provider, RuntimeException failure) {
		return new ClusterJobDescriptor(name, null, null, null, null, null, null, null, null, null, null, null, null,
				providerName(provider), null, failure.toString());
	}

	private static @Nullable String providerName(String provider) {
		return provider.isEmpty() ? null : provider;
	}

	/**
	 * Another attempt that is planned.
	 *
	 * @param fireTime the fire time
	 * @param attempt which attempt it is
	 * @param at when it is to start
	 */
	public record JobRetryDescriptor(Instant fireTime, int attempt, Instant at) {

		static JobRetryDescriptor of(JobRetry retry) {
			return new JobRetryDescriptor(retry.fireTime(), retry.attempt(), retry.at());
		}

	}

	/**
	 * A run of a job.
	 *
	 * @param fireTime the fire time
	 * @param attempt 1 for the first run of a fire time, 0 for fire times without a run
	 * @param node the node that ran it
	 * @param fencingToken the token of its lock
	 * @param startedAt when it started
	 * @param endedAt when it ended, or {@code null}
	 * @param outcome how it ended
	 * @param error what went wrong, or {@code null}
	 * @param onDemand whether it was asked for, and not due by the trigger
	 */
	public record JobRunDescriptor(Instant fireTime, int attempt, String node, long fencingToken, Instant startedAt,
			@Nullable Instant endedAt, JobRun.Outcome outcome, @Nullable String error, boolean onDemand) {

		static JobRunDescriptor of(JobRun run) {
			return new JobRunDescriptor(run.fireTime(), run.attempt(), run.node(), run.fencingToken(), run.startedAt(),
					run.endedAt(), run.outcome(), run.error(), run.onDemand());
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.distlock.observation.LockMeterDocumentation;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Meters of jobs. Meters of runs are based on events of this node, with the times of the
 * records by the store's clock. All other meters show the state of the store at the
 * node's last poll, which is the same on every node that runs jobs. Meters cause no store
 * requests.
 *
 * @since 0.1.0
 */
public final class JobMetrics implements MeterBinder {

	private static final String RUNS = LockMeterDocumentation.JOB_RUNS.getName();

	private static final String NAME = LowCardinalityKeyNames.NAME.asString();

	private static final String OUTCOME = LowCardinalityKeyNames.OUTCOME.asString();

	private static final String RETRY = LowCardinalityKeyNames.RETRY.asString();

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	private final Supplier<@Nullable ClusterJobs> lookup;

	private volatile @Nullable ClusterJobs jobs;

	/**
	 * Create metrics.
	 * @param lookup finds the jobs after all beans have been created
	 */
	public JobMetrics(Supplier<@Nullable ClusterJobs> lookup) {
		this.lookup = lookup;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.registries.add(registry);
		register(registry);
	}

	@EventListener(ContextRefreshedEvent.class)
	void started() {
		this.jobs = this.lookup.get();
		this.registries.forEach(this::register);
	}

	/**
	 * Called first, since a failure of another listener would end the notification.
	 */
	@EventListener
	@Order(Ordered.HIGHEST_PRECEDENCE)
	void ended(ClusterJobRunEvent event) {
		JobRun run = event.run();
		Instant endedAt = run.endedAt();
		if (endedAt == null || run.attempt() == 0) {
			return;
		}
		Duration time = Duration.between(run.startedAt(), endedAt);
		this.registries.forEach((registry) -> timer(registry, event).record(time));
	}

	private static Timer timer(MeterRegistry registry, ClusterJobRunEvent event) {
		return Timer.builder(RUNS)
			.description("Runs of jobs that ended")
			.tag(NAME, event.job())
			.tag(OUTCOME, event.run().outcome().name().toLowerCase(Locale.ROOT))
			.tag(RETRY, Boolean.toString(event.retry() != null))
			.register(registry);
	}

	private void register(MeterRegistry registry) {
		ClusterJobs known = this.jobs;
		if (known != null) {
			known.providers().keySet().forEach((job) -> register(registry, known, job));
		}
	}

	private static void register(MeterRegistry registry, ClusterJobs jobs, String job) {
		register(registry, jobs, job, LockMeterDocumentation.JOB_LAST_SUCCESS, "seconds",
				"Time of the last successful run of the job, since 1970", JobMetrics::lastSuccess);
		register(registry, jobs, job, LockMeterDocumentation.JOB_FAILURES, "runs",
				"Consecutive runs of the job that did not succeed", (found) -> found.statistics().failures());
		register(registry, jobs, job, LockMeterDocumentation.JOB_ATTEMPT, null,
				"Number of the attempt that the job is in, or waits for after a failure", JobMetrics::attempt);
		register(registry, jobs, job, LockMeterDocumentation.JOB_RUNNING, "seconds",
				"Elapsed time of the current run of the job", since(JobMetrics::runningSince));
		register(registry, jobs, job, LockMeterDocumentation.JOB_OVERDUE, "seconds",
				"Delay of the overdue fire time of the job", since(ClusterJob::overdueSince));
		register(registry, jobs, job, LockMeterDocumentation.JOB_PAUSED, "seconds", "Time since the job was paused",
				since(ClusterJob::pausedSince));
		register(registry, jobs, job, LockMeterDocumentation.JOB_MISSED, null,
				"Fire times of the job that did not start in time", (found) -> found.statistics().missed());
		register(registry, jobs, job, LockMeterDocumentation.JOB_SKIPPED, null,
				"Fire times of the job that were skipped because the previous run was still active",
				(found) -> found.statistics().skipped());
	}

	private static void register(MeterRegistry registry, ClusterJobs jobs, String job, LockMeterDocumentation meter,
			@Nullable String unit, String description, ToDoubleFunction<ClusterJob> value) {
		double unknown = (meter.getType() == Meter.Type.GAUGE) ? Double.NaN : 0;
		MeterRegistration.register(registry, meter, Tags.of(NAME, job), unit, description, jobs,
				(all) -> all.lastSeen(job).map(value::applyAsDouble).orElse(unknown));
	}

	private static double lastSuccess(ClusterJob job) {
		Instant last = job.statistics().lastSuccess();
		return (last != null) ? last.toEpochMilli() / 1000.0 : Double.NaN;
	}

	private static double attempt(ClusterJob job) {
		JobRun running = job.running();
		JobRetry retry = job.retry();
		return (running != null) ? running.attempt() : (retry != null) ? retry.attempt() : 0;
	}

	private static @Nullable Instant runningSince(ClusterJob job) {
		return (job.running() != null) ? job.running().startedAt() : null;
	}

	private static ToDoubleFunction<ClusterJob> since(Function<ClusterJob, @Nullable Instant> time) {
		return (job) -> {
			Instant since = time.apply(job);
			return (since != null) ? Math.max(0, Duration.between(since, job.now()).toMillis() / 1000.0) : 0;
		};
	}

}

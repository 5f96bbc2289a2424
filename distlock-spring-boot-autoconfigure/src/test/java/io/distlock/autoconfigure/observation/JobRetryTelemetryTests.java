// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.observation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.internal.actuate.ClusterJobsDescriptor.ClusterJobDescriptor;
import io.distlock.internal.actuate.ClusterJobsEndpoint;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where an attempt that is planned is seen: in the log, in the event, in the endpoint and
 * in the meters.
 */
@Timeout(120)
@Tag("timing")
@ExtendWith(OutputCaptureExtension.class)
class JobRetryTelemetryTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				ClusterSchedulingAutoConfiguration.class, LockObservationAutoConfiguration.class,
				LockMetricsAutoConfiguration.class, ObservationAutoConfiguration.class, MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class)
		.withPropertyValues("distlock.provider=local");

	@Test
	void plannedAttemptIsSeenEverywhere(CapturedOutput output) {
		this.runner.withUserConfiguration(Printing.class).run((context) -> {
			List<ClusterJobRunEvent> events = context.getBean(Printing.class).events;
			ClusterJobs jobs = context.getBean(ClusterJobs.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			awaitEvents(events, 1);
			ClusterJobRunEvent first = events.get(0);
			JobRetry retry = first.retry();
			assertThat(first.run()).returns(Outcome.FAILED, JobRun::outcome).returns(1, JobRun::attempt);
			assertThat(retry)
				.isEqualTo(new JobRetry(first.run().fireTime(), 2, first.run().endedAt().plus(Duration.ofSeconds(5))));
			assertThat(jobs.job("printing").retry()).isEqualTo(retry);
			assertThat(described(jobs, context).retry()).isEqualTo(retry);
			assertThat(attempt(registry)).isEqualTo(2);
			assertThat(failures(registry, "true")).isEqualTo(1);
			assertThat(output).contains(
					"Job 'printing' ended as FAILED for fire time %s, attempt 1 on node '%s': %s. Will retry at %s, as attempt 2"
						.formatted(retry.fireTime(), first.run().node(), first.run().error(), retry.at()));
			awaitEvents(events, 2);
			ClusterJobRunEvent last = events.get(1);
			assertThat(last.run()).returns(2, JobRun::attempt).returns(retry.fireTime(), JobRun::fireTime);
			assertThat(last.retry()).isNull();
			assertThat(described(jobs, context).retry()).isNull();
			assertThat(attempt(registry)).isZero();
			assertThat(failures(registry, "false")).isEqualTo(1);
			assertThat(output).contains("attempt 2 on node '%s': %s. Will not be retried; the next fire time is %s"
				.formatted(last.run().node(), last.run().error(), retry.fireTime().plus(Duration.ofHours(1))));
		});
	}

	private static void awaitEvents(List<ClusterJobRunEvent> events, int count) {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> events.size() >= count);
	}

	private static ClusterJobDescriptor described(ClusterJobs jobs, AssertableApplicationContext context) {
		ClusterJobsEndpoint endpoint = new ClusterJobsEndpoint(jobs, Duration.ofSeconds(30), context);
		return (ClusterJobDescriptor) endpoint.job("printing").getBody();
	}

	private static double attempt(MeterRegistry registry) {
		return registry.get("distlock.job.attempt").tags("name", "printing").gauge().value();
	}

	private static long failures(MeterRegistry registry, String retry) {
		return registry.get("distlock.job.runs")
			.tags("name", "printing", "outcome", "failed", "retry", retry)
			.timer()
			.count();
	}

	static class Printing {

		final List<ClusterJobRunEvent> events = new CopyOnWriteArrayList<>();

		@ClusterScheduled(name = "printing", fixedRate = "1h", maxAttempts = 2, retryDelay = "5s")
		void print() {
			throw new IllegalStateException("Out of paper");
		}

		@EventListener
		void ended(ClusterJobRunEvent event) {
			this.events.add(event);
		}

	}

}

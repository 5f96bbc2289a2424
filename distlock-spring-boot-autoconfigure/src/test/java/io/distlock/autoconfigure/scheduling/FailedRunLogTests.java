// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A failed run is one error in the log.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class FailedRunLogTests {

	private static final String HANDLED = "Unexpected error occurred in scheduled task";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void failureOfLastAttemptIsOneErrorOfTheErrorHandler(CapturedOutput output) {
		this.runner.withUserConfiguration(Failing.class).run((context) -> {
			await(context.getBean(Failing.class).events, output);
			assertThat(errors(output)).singleElement().asString().contains(HANDLED);
			assertThat(output).contains("Job 'failing' ended as FAILED", "at " + Failing.class.getName() + ".fail");
		});
	}

	@Test
	void runThatReturnsAfterItsLongestTimeIsOneErrorOfTheErrorHandler(CapturedOutput output) {
		this.runner.withUserConfiguration(Slow.class).run((context) -> {
			ClusterJobRunEvent event = await(context.getBean(Slow.class).events, output);
			assertThat(event.run().outcome()).isEqualTo(Outcome.TIMED_OUT);
			assertThat(errors(output)).singleElement().asString().contains(HANDLED);
			assertThat(output).contains(
					"The run of job 'slow' for fire time %s took longer than 0.1s".formatted(event.run().fireTime()));
		});
	}

	@Test
	void failureOnDemandIsOneError(CapturedOutput output) {
		this.runner.withUserConfiguration(OnDemand.class).run((context) -> {
			JobRun run = context.getBean(ClusterJobs.class).runNow("on-demand");
			assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
			assertThat(errors(output)).singleElement()
				.asString()
				.contains("Job 'on-demand', which was run on demand, failed");
		});
	}

	private static ClusterJobRunEvent await(List<ClusterJobRunEvent> events, CapturedOutput output) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> !events.isEmpty() && output.toString().contains(HANDLED));
		return events.get(0);
	}

	private static List<String> errors(CapturedOutput output) {
		return output.toString().lines().filter((line) -> line.matches(".*\\bERROR\\b.*")).toList();
	}

	abstract static class Job {

		final List<ClusterJobRunEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void ended(ClusterJobRunEvent event) {
			this.events.add(event);
		}

	}

	static class Failing extends Job {

		@ClusterScheduled(name = "failing", fixedRate = "1h")
		void fail() {
			throw new IllegalStateException("Out of paper");
		}

	}

	static class Slow extends Job {

		@ClusterScheduled(name = "slow", fixedRate = "1h", maxRunTime = "100ms")
		void work() {
			try {
				Thread.sleep(Duration.ofMinutes(1).toMillis());
			}
			catch (InterruptedException ex) {
				// Returns as if it had succeeded.
			}
		}

	}

	static class OnDemand {

		@ClusterScheduled(name = "on-demand", cron = "-")
		void fail() {
			throw new IllegalStateException("Out of paper");
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;

import io.distlock.OnLost;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.internal.scheduling.JobSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code distlock.scheduling.*} takes and rejects.
 */
class DistlockSchedulingPropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void fireTimeMayBeTwelveHoursLateByDefault() {
		this.runner.run((context) -> assertThat(context.getBean(DistlockSchedulingProperties.class).misfireThreshold())
			.isEqualTo(JobSettings.DEFAULT_MISFIRE_THRESHOLD)
			.isEqualTo(Duration.ofHours(12)));
	}

	@Test
	void everythingCanBeSet() {
		this.runner
			.withPropertyValues("distlock.scheduling.enabled=false", "distlock.scheduling.version=-7",
					"distlock.scheduling.trigger-timeout=1s", "distlock.scheduling.forget-after=1d",
					"distlock.scheduling.lease-time=100ms", "distlock.scheduling.misfire-threshold=1s",
					"distlock.scheduling.max-run-time=100ms", "distlock.scheduling.history-size=1",
					"distlock.scheduling.on-lost=ignore")
			.run((context) -> assertThat(
					context.getBean(DistlockSchedulingProperties.class).settings(Duration.ofSeconds(3)))
				.isEqualTo(new JobSettings(false, -7, Duration.ofSeconds(1), Duration.ofDays(1), Duration.ofMillis(100),
						Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofSeconds(3), 1, OnLost.IGNORE)));
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			lease-time,      99ms,                 at least 100 ms
			lease-time,      PT2562047788015215H,  not be longer than 292 years
			history-size,    0,                    at least 1
			trigger-timeout, 999ms,                at least 1 second
			trigger-timeout, -2m,                  at least 1 second
			trigger-timeout, PT2562047788015215H,  not be longer than 292 years
			forget-after,    PT23H,                at least a day
			forget-after,    PT2562047788015215H,  not be longer than 292 years
			misfire-threshold,    0,                    at least 1 second
			misfire-threshold,    -1m,                  at least 1 second
			misfire-threshold,    PT2562047788015215H,  not be longer than 292 years
			max-run-time,    0,                    Leave it out to let runs take as long as they like
			max-run-time,    -1h,                  Leave it out to let runs take as long as they like
			max-run-time,    PT2562047788015215H,  not be longer than 292 years
			""")
	void senselessValueIsNamedWithARemedy(String name, String value, String remedy) {
		this.runner.withPropertyValues("distlock.scheduling.%s=%s".formatted(name, value))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo("distlock.scheduling." + name);
					assertThat(failure.getValue()).isNotNull();
					assertThat(failure.getReason()).contains(remedy);
				}));
	}

	@ParameterizedTest
	@CsvSource({ "version, second, long", "version, 1.5, long", "version, 9223372036854775808, long",
			"trigger-timeout, soon, java.time.Duration", "misfire-threshold, 1 minute, java.time.Duration",
			"max-run-time, never, java.time.Duration", "history-size, many, int",
			"on-lost, panic, io.distlock.OnLost" })
	void valueOfAnotherTypeIsNamedWithARemedy(String name, String value, String type) {
		this.runner.withPropertyValues("distlock.scheduling.%s=%s".formatted(name, value)).run((context) -> {
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("distlock.scheduling." + name, "\"" + value + "\"", type);
			assertThat(analysis.getAction()).isNotBlank();
		});
	}

	private static FailureAnalysis analysis(Throwable failure) {
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((message, cause) -> {
			}))
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter((analysis) -> analysis != null)
			.findFirst()
			.orElseThrow();
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.distlock.internal.scheduling.trigger.DelayFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that come and go, each with another initial delay.
 */
class InitialDelayTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private final WrongClockCluster cluster = new WrongClockCluster("2026-12-01T05:00:00Z");

	static List<Function<Duration, JobTrigger>> intervals() {
		return List.of((initialDelay) -> new RateFireTimes(HOUR, initialDelay, null),
				(initialDelay) -> new DelayFireTimes(HOUR, initialDelay));
	}

	@ParameterizedTest
	@MethodSource("intervals")
	void initialDelayOfEachNodeDoesNotChangeTheTrigger(Function<Duration, JobTrigger> interval) {
		this.cluster.start("node", interval.apply(Duration.ofSeconds(7)));
		this.cluster.pass(Duration.ofMinutes(1));
		String first = this.cluster.state.trigger().text();
		for (int i = 1; i <= 35; i++) {
			this.cluster.start("node" + i % 3, interval.apply(Duration.ofSeconds(i)));
			this.cluster.pass(Duration.ofMinutes(10));
			assertThat(this.cluster.state.trigger().text()).isEqualTo(first);
			assertThat(this.cluster.state.proposed()).isNull();
		}
		assertThat(this.cluster.runs).hasSize(6);
	}

}

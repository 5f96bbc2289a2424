// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;

import io.distlock.autoconfigure.internal.DistlockProperties;
import io.distlock.internal.interceptor.check.SelfInvocation;
import io.distlock.lease.LeaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code distlock.*} takes and rejects.
 */
class DistlockPropertiesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void defaultsAreThoseOfTheReference() {
		this.runner.run((context) -> {
			LeaseSettings settings = context.getBean(LeaseSettings.class);
			assertThat(settings.keyPrefix()).isEqualTo("distlock");
			assertThat(settings.nodeName()).endsWith(":" + ProcessHandle.current().pid());
			assertThat(settings.waitTime()).isEqualTo(Duration.ofSeconds(5));
			assertThat(settings.leaseTime()).isEqualTo(Duration.ofSeconds(30));
			assertThat(settings.maxHoldTime()).isNull();
			assertThat(settings.maxHandOffs()).isEqualTo(LeaseSettings.MAX_HAND_OFFS);
			assertThat(settings.maxHandOffTime()).isEqualTo(Duration.ofMillis(100));
			DistlockProperties properties = context.getBean(DistlockProperties.class);
			assertThat(properties.transactionAware()).isTrue();
			assertThat(properties.selfInvocation()).isEqualTo(SelfInvocation.WARN);
			assertThat(properties.order()).isEqualTo(Ordered.LOWEST_PRECEDENCE - 1);
		});
	}

	@Test
	void everythingCanBeSet() {
		this.runner
			.withPropertyValues("distlock.key-prefix=shop", "distlock.node-name=till-1", "distlock.wait-time=0",
					"distlock.lease-time=1m", "distlock.max-hold-time=1h", "distlock.hand-off.max-duration=5ms",
					"distlock.transaction-aware=false", "distlock.order=7", "distlock.self-invocation=fail")
			.run((context) -> {
				assertThat(context.getBean(LeaseSettings.class)).usingRecursiveComparison()
					.isEqualTo(LeaseSettings.of("shop", "till-1")
						.withWaitTime(Duration.ZERO)
						.withLeaseTime(Duration.ofMinutes(1))
						.withMaxHoldTime(Duration.ofHours(1))
						.withHandOff(10_000, Duration.ofMillis(5)));
				DistlockProperties properties = context.getBean(DistlockProperties.class);
				assertThat(properties.transactionAware()).isFalse();
				assertThat(properties.selfInvocation()).isEqualTo(SelfInvocation.FAIL);
				assertThat(properties.order()).isEqualTo(7);
			});
	}

	@ParameterizedTest
	@CsvSource({ "wait-time, 5", "lease-time, 300", "hand-off.max-duration, 10" })
	void durationWithoutAUnitFailsAndIsNamed(String name, String value) {
		this.runner.withPropertyValues("distlock." + name + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("'distlock.%s' is '%s', which has no unit".formatted(name, value)));
	}

	@Test
	void prefixIsTheNameOfTheApplication() {
		this.runner.withPropertyValues("spring.application.name=orders")
			.run((context) -> assertThat(context.getBean(LeaseSettings.class).keyPrefix()).isEqualTo("orders"));
	}

	@Test
	void blankApplicationNameIsNoPrefix() {
		this.runner.withPropertyValues("spring.application.name=")
			.run((context) -> assertThat(context.getBean(LeaseSettings.class).keyPrefix()).isEqualTo("distlock"));
	}

	@ParameterizedTest
	@CsvSource({ "wait-time, -1s", "lease-time, 99ms", "lease-time, -30s", "max-hold-time, 0s", "max-hold-time, -1s",
			"hand-off.max-duration, -1ms", "order, 2147483647", "key-prefix, ' '", "node-name, ' '",
			"node-name, 0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-x3" })
	void senselessValueFailsAndIsNamed(String name, String value) {
		this.runner.withPropertyValues("distlock.%s=%s".formatted(name, value))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (ex) -> {
					assertThat(ex.getName()).isEqualTo("distlock." + name);
					assertThat(ex.getReason()).isNotBlank();
				}));
	}

}

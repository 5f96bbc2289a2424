// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Auto-configuration that warns about missing locks if {@code distlock.enabled} is {@code
 * false}, and refuses values other than {@code true} and {@code false}.
 *
 * @since 0.1.0
 */
@AutoConfiguration
@Conditional(DistlockDisabledAutoConfiguration.OnNotEnabled.class)
public final class DistlockDisabledAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(DistlockDisabledAutoConfiguration.class);

	@Bean
	@Lazy(false)
	SmartInitializingSingleton distlockDisabledWarning(Environment environment) {
		String value = environment.getProperty("distlock.enabled");
		if (!"false".equalsIgnoreCase(value)) {
			throw new InvalidConfigurationPropertyValueException("distlock.enabled", value,
					"It must be true or false. With another word, methods would run without their locks.");
		}
		return () -> logger
			.warn("distlock.enabled=false: methods annotated with @DistributedLock run without any lock, those "
					+ "annotated with @LeaderOnly run on every node, and those annotated with @ClusterScheduled do "
					+ "not run by themselves");
	}

	/**
	 * Matches if the library is not configured, including by mistake. A single condition,
	 * because the classes of nested conditions would be read with each start.
	 */
	static class OnNotEnabled extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			String value = context.getEnvironment().getProperty("distlock.enabled");
			ConditionMessage.Builder message = ConditionMessage.forCondition("distlock.enabled");
			return (value == null || "true".equalsIgnoreCase(value))
					? ConditionOutcome.noMatch(message.because("it is not turned off"))
					: ConditionOutcome.match(message.because("it is '" + value + "'"));
		}

	}

}

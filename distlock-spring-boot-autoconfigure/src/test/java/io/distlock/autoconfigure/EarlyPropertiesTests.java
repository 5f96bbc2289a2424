// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application whose post-processors have properties, as Spring Integration's, binds
 * them before there are all post-processors: Spring warns of every bean that this makes.
 */
@ExtendWith(OutputCaptureExtension.class)
class EarlyPropertiesTests {

	@Test
	void beanForDurationsIsNoReasonForAWarning(CapturedOutput output) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class))
			.withUserConfiguration(Early.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(DurationUnits.class));
		assertThat(output).contains("'early").doesNotContain("'distlockDurationUnits'");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(EarlySettings.class)
	static class Early {

		@Bean
		static BeanPostProcessor earlyPostProcessor(EarlySettings settings) {
			return new BeanPostProcessor() {

				@Override
				public String toString() {
					return settings.name();
				}

			};
		}

	}

	@ConfigurationProperties("early")
	record EarlySettings(String name) {

	}

}

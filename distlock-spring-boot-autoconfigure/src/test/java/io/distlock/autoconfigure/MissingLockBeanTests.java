// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.LockEngine;
import io.distlock.LockOperations;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.fencing.FencingGuard;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a developer reads whose bean asks for a bean of this library that is not there.
 */
@ExtendWith(OutputCaptureExtension.class)
class MissingLockBeanTests {

	@ParameterizedTest
	@ValueSource(classes = { NeedsTemplate.class, NeedsOperations.class, NeedsEngine.class, NeedsProvider.class,
			NeedsJobs.class, NeedsGuard.class })
	void disabledLocksAreSaidToBeDisabled(Class<?> bean, CapturedOutput output) {
		fails(new Class<?>[] { Application.class, bean }, "--distlock.enabled=false");
		assertThat(output).contains("Parameter 0 of constructor in " + bean.getName() + " required a bean of type")
			.contains("and there is none: distlock.enabled is not true.")
			.contains("Set distlock.enabled=true.")
			.contains("distlock.provider=local");
	}

	@Test
	void contextWithoutTheAutoConfigurationIsSaidToBeOne(CapturedOutput output) {
		fails(new Class<?>[] { NeedsTemplate.class });
		assertThat(output).contains("the auto-configuration of distlock is not part of this application context")
			.contains("@AutoConfigureDistlock")
			.contains("@SpringBootApplication");
	}

	@Test
	void guardWithoutADatabaseIsSaidToNeedOne(CapturedOutput output) {
		fails(new Class<?>[] { Application.class, NeedsGuard.class }, "--distlock.provider=local");
		assertThat(output).contains("fencing tokens are checked in the transactions of a database")
			.contains("spring-boot-starter-jdbc");
	}

	@Test
	void otherBeansAreLeftToSpringBoot(CapturedOutput output) {
		fails(new Class<?>[] { Application.class, NeedsText.class }, "--distlock.enabled=false");
		assertThat(output).contains("required a bean of type 'java.lang.String' that could not be found");
	}

	@Test
	void orderThatIsNoNumberIsNamed(CapturedOutput output) {
		fails(new Class<?>[] { Application.class }, "--distlock.provider=local", "--distlock.order=first");
		assertThat(output).contains("Property: distlock.order").contains("Value: \"first\"");
	}

	private static void fails(Class<?>[] sources, String... arguments) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(sources).web(WebApplicationType.NONE);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> builder.run(arguments).close());
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, DistlockDisabledAutoConfiguration.class,
			ClusterSchedulingAutoConfiguration.class, FencingAutoConfiguration.class })
	static class Application {

	}

	record NeedsTemplate(LockTemplate bean) {
	}

	record NeedsOperations(LockOperations bean) {
	}

	record NeedsEngine(LockEngine bean) {
	}

	record NeedsProvider(LockProvider bean) {
	}

	record NeedsJobs(ClusterJobs bean) {
	}

	record NeedsGuard(FencingGuard bean) {
	}

	record NeedsText(String bean) {
	}

}

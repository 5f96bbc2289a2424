// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.local.LocalLockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a user reads whose application does not start.
 */
@ExtendWith(OutputCaptureExtension.class)
class DistlockStartupFailureTests {

	@Test
	void noStoreNamesTheWaysOut(CapturedOutput output) {
		fails(Application.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("distlock has no store for its locks")
			.contains("set distlock.provider=local")
			.contains("set distlock.enabled=false");
	}

	@Test
	void unknownStoreNamesThoseOnTheClassPath(CapturedOutput output) {
		fails(Application.class, "--distlock.provider=redis");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("distlock.provider is 'redis', but there is no such store on the class path")
			.contains("'redis' needs spring-boot-starter-data-redis");
	}

	@Test
	void severalStoresSpellTheChoiceOut(CapturedOutput output) {
		fails(TwoStoresApplication.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("cache, table")
			.contains("distlock.provider=cache or distlock.provider=table");
	}

	@Test
	void severalProvidersWithoutPrimaryAreNamed(CapturedOutput output) {
		fails(TwoProvidersApplication.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("several LockProvider beans")
			.contains("first, second")
			.contains("@Primary");
	}

	@Test
	void invalidPropertyIsNamedWithItsValue(CapturedOutput output) {
		fails(Application.class, "--distlock.provider=local", "--distlock.lease-time=5ms");
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Invalid value '5ms' for configuration property 'distlock.lease-time'")
			.contains("A lease must be at least 100 ms");
	}

	private static void fails(Class<?> application, String... arguments) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(application).web(WebApplicationType.NONE);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> builder.run(arguments).close());
	}

	@Configuration(proxyBeanMethods = false)
	@Import(LockUser.class)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LockUser.class)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class TwoStoresApplication {

		@Bean
		LockProviderCandidate cache() {
			return new OfferedCandidate("cache");
		}

		@Bean
		LockProviderCandidate table() {
			return new OfferedCandidate("table");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(LockUser.class)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class TwoProvidersApplication {

		@Bean
		LocalLockProvider first() {
			return new LocalLockProvider();
		}

		@Bean
		LocalLockProvider second() {
			return new LocalLockProvider();
		}

	}

	private record OfferedCandidate(String name) implements LockProviderCandidate {

		@Override
		public boolean isOffered() {
			return true;
		}

		@Override
		public LocalLockProvider create() {
			return new LocalLockProvider();
		}

	}

}

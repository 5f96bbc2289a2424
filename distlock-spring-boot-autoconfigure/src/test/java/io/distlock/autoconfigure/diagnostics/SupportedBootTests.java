// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.diagnostics;

import io.distlock.autoconfigure.store.LockConfigurationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Which versions of Spring Boot an application may have.
 */
class SupportedBootTests {

	@ParameterizedTest
	@ValueSource(strings = { "2.7.18", "3.5.8" })
	void olderVersionIsRefusedAndNamed(String version) {
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(() -> SupportedBoot.check(version))
			.withMessageContaining("needs Spring Boot 4")
			.withMessageContaining(version)
			.withMessageContaining("Upgrade Spring Boot");
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "4.0.3", "4.1.1", "4.2.0-M1", "10.0.0" })
	void newerVersionAndOneThatIsNotKnownAreNot(@Nullable String version) {
		assertThatNoException().isThrownBy(() -> SupportedBoot.check(version));
	}

	@Test
	void everyApplicationIsChecked() {
		SupportedBoot.check(SpringBootVersion.getVersion());
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(ApplicationContextInitializer.class))
			.hasAtLeastOneElementOfType(SupportedBoot.class);
	}

}

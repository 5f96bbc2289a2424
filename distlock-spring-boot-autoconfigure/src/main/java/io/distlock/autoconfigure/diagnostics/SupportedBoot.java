// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.diagnostics;

import io.distlock.autoconfigure.store.LockConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops the start with an unsupported version of Spring Boot, before a missing method is
 * detected elsewhere. Uses only methods available in Spring Boot 3.
 */
class SupportedBoot implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	private static final int OLDEST = 4;

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		check(SpringBootVersion.getVersion());
	}

	static void check(@Nullable String version) {
		if (version != null && Integer.parseInt(version.substring(0, version.indexOf('.'))) < OLDEST) {
			throw new LockConfigurationException(
					"distlock needs Spring Boot %d, but this is Spring Boot %s.".formatted(OLDEST, version),
					"Upgrade Spring Boot, or remove distlock from the class path.");
		}
	}

}

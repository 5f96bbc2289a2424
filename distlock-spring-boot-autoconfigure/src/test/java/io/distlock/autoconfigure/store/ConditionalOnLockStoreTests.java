// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.store;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.AbstractAotProcessor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stores that {@code distlock.provider} excludes, at startup and during ahead-of-time
 * processing.
 */
class ConditionalOnLockStoreTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(RedisStore.class);

	@Test
	void storeMatchesUnlessAnotherStoreIsNamed() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(RedisStore.class));
		this.runner.withPropertyValues("distlock.provider= Redis ")
			.run((context) -> assertThat(context).hasSingleBean(RedisStore.class));
		this.runner.withPropertyValues("distlock.provider=jdbc")
			.run((context) -> assertThat(context).doesNotHaveBean(RedisStore.class));
	}

	@Test
	void eachStoreMatchesDuringAheadOfTimeProcessing() {
		this.runner.withSystemProperties(AbstractAotProcessor.AOT_PROCESSING + "=true")
			.withPropertyValues("distlock.provider=jdbc")
			.run((context) -> assertThat(context).hasSingleBean(RedisStore.class));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnLockStore("redis")
	static class RedisStore {

	}

}

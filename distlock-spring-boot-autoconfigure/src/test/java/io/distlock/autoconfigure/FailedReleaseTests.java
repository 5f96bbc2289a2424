// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.distlock.annotation.DistributedLock;
import io.distlock.contract.ForwardingProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The release of a lock ends in an error of its provider, as of a class that is missing.
 */
class FailedReleaseTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class))
		.withBean("broken", LockProvider.class, BrokenProvider::new)
		.withBean(Jobs.class);

	@Test
	void futureOfAMethodThatSucceededEndsWithTheError() {
		this.runner.run((context) -> assertThat(context.getBean(Jobs.class).succeed()).failsWithin(PATIENCE)
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOf(NoClassDefFoundError.class));
	}

	@Test
	void futureOfAMethodThatFailedEndsWithItsFailure() {
		this.runner.run((context) -> assertThat(context.getBean(Jobs.class).fail()).failsWithin(PATIENCE)
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOf(IllegalStateException.class)
			.satisfies((failure) -> assertThat(failure.getSuppressed())
				.hasAtLeastOneElementOfType(NoClassDefFoundError.class)));
	}

	static class Jobs {

		@DistributedLock("job")
		CompletableFuture<String> succeed() {
			return CompletableFuture.completedFuture("done");
		}

		@DistributedLock("job")
		CompletableFuture<String> fail() {
			return CompletableFuture.failedFuture(new IllegalStateException("On purpose"));
		}

	}

	private static final class BrokenProvider extends ForwardingProvider {

		private BrokenProvider() {
			super(new LocalLockProvider());
		}

		@Override
		protected <T> T around(Call call, Supplier<T> request) {
			if (call == Call.RELEASE) {
				throw new NoClassDefFoundError("On purpose");
			}
			return request.get();
		}

	}

}

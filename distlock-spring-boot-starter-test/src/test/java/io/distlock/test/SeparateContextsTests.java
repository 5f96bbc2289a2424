// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests with different contexts may run at once.
 */
class SeparateContextsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TestLocksAutoConfiguration.class, DistlockAutoConfiguration.class));

	@Test
	void contextsShareNothing() {
		this.runner.run((one) -> this.runner.run((other) -> {
			one.getBean(TestLocks.class).holdElsewhere("key");
			assertThat(one.getBean(LockTemplate.class).tryAcquire("key")).isEmpty();
			assertThat(other.getBean(TestLocks.class).heldElsewhere()).isEmpty();
			assertThat(other.getBean(LockTemplate.class).tryAcquire("key")).isPresent();
			assertThat(one.getBean(TestLocks.class).held()).isEmpty();
		}));
	}

	@Test
	void contextWithoutLocksHasNoTestLocks() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(TestLocks.class));
	}

}

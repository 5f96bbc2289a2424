/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

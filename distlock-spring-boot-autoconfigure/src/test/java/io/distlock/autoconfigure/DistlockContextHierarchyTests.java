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

package io.distlock.autoconfigure;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contexts with a parent.
 */
class DistlockContextHierarchyTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class));

	private final ApplicationContextRunner local = this.runner.withPropertyValues("distlock.provider=local");

	@Test
	void childSharesTheEngineOfItsParent() {
		this.local.run((parent) -> this.runner.withParent(parent).run((child) -> {
			assertThat(child).hasNotFailed();
			assertThat(child.getBean(LockTemplate.class)).isSameAs(parent.getBean(LockTemplate.class));
			assertThat(child.getBeanFactory().getBeanNamesForType(LockEngines.class)).isEmpty();
			assertThat(child.getBeanFactory().getBeanNamesForType(DistlockLifecycle.class)).isEmpty();
		}));
	}

	@Test
	void closingAChildLeavesTheLocksOfItsParentAlone() {
		this.local.run((parent) -> {
			this.runner.withParent(parent).run((child) -> assertThat(child).hasNotFailed());
			assertThat(parent.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
		});
	}

	@Test
	void childWithAProviderOfItsOwnUsesThat() {
		this.local.run((parent) -> this.runner.withParent(parent)
			.withBean("own", LockProvider.class, LocalLockProvider::new)
			.run((child) -> {
				assertThat(child.getBean(LockEngines.class).providers().primary()).isSameAs(child.getBean("own"));
				assertThat(child.getBean(LockTemplate.class)).isNotSameAs(parent.getBean(LockTemplate.class));
				assertThat(child.getBean(LockEngines.class).named("distlockProvider"))
					.isNotSameAs(child.getBean(LockEngines.class).primary());
			}));
	}

	@Test
	void childConfiguresItselfWhenItsParentHasNoLocks() {
		new ApplicationContextRunner().run((parent) -> this.local.withParent(parent)
			.run((child) -> assertThat(child).hasSingleBean(LockTemplate.class).hasSingleBean(LockEngines.class)));
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.internal.LockProviders;
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
			assertThat(child.getBeanFactory().getBeanNamesForType(LockProviders.class)).isEmpty();
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
				assertThat(child.getBean(LockProviders.class).primary()).isSameAs(child.getBean("own"));
				assertThat(child.getBean(LockTemplate.class)).isNotSameAs(parent.getBean(LockTemplate.class));
				assertThat(child.getBean(LockProviders.class).engine("distlockProvider"))
					.isNotSameAs(child.getBean(LockProviders.class).primaryEngine());
			}));
	}

	@Test
	void childConfiguresItselfWhenItsParentHasNoLocks() {
		new ApplicationContextRunner().run((parent) -> this.local.withParent(parent)
			.run((child) -> assertThat(child).hasSingleBean(LockTemplate.class).hasSingleBean(LockProviders.class)));
	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockScope;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.internal.interceptor.ReactiveTransactionScope;
import io.distlock.internal.transaction.TransactionalLockScope;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locked methods in an auto-configured application.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class LockedMethodsAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(DistlockAutoConfiguration.class, DistlockDisabledAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare.withPropertyValues("distlock.provider=local")
		.withBean(Orders.class);

	@Test
	void annotatedMethodRunsUnderTheLock() {
		this.runner.run((context) -> assertThat(context.getBean(Orders.class).lockedKey()).isEqualTo("orders"));
	}

	@Test
	void annotatedMethodRunsUnlockedWhenDisabled() {
		this.bare.withPropertyValues("distlock.enabled=false")
			.withBean(Orders.class)
			.run((context) -> assertThat(context.getBean(Orders.class).lockedKey()).isEmpty());
	}

	@Test
	void reportCountsLockedMethods(CapturedOutput output) {
		this.runner.run((context) -> assertThat(output).containsOnlyOnce(", 1 locked method\n"));
	}

	@Test
	void methodUsesTheProviderThatItNames() {
		this.bare.withUserConfiguration(TwoProvidersConfiguration.class).withBean(Archive.class).run((context) -> {
			try (HeldLock lock = context.getBean(LockTemplate.class).acquire("archive")) {
				assertThat(context.getBean(Archive.class).lockedKey()).isEqualTo("archive");
				assertThat(lock.isHeld()).isTrue();
			}
		});
	}

	@Test
	void methodOfAChildContextUsesTheEngineOfTheParent() {
		this.bare.withPropertyValues("distlock.provider=local")
			.run((parent) -> this.bare.withParent(parent).withBean(Orders.class).run((child) -> {
				assertThat(child.getBean(Orders.class).lockedKey()).isEqualTo("orders");
				assertThat(child.getBean(LockTemplate.class)).isSameAs(parent.getBean(LockTemplate.class));
			}));
	}

	@Test
	void methodOfAChildContextUsesTheProviderOfTheChild() {
		this.bare.withPropertyValues("distlock.provider=local")
			.run((parent) -> this.bare.withParent(parent)
				.withBean("own", LockProvider.class, LocalLockProvider::new)
				.withBean(Orders.class)
				.run((child) -> {
					try (HeldLock lock = parent.getBean(LockTemplate.class).acquire("orders")) {
						assertThat(child.getBean(Orders.class).lockedKey()).isEqualTo("orders");
						assertThat(lock.isHeld()).isTrue();
					}
				}));
	}

	@Test
	void locksFollowTransactions() {
		this.runner
			.run((context) -> assertThat(context.getBean(LockScope.class)).isInstanceOf(TransactionalLockScope.class));
	}

	@Test
	void reactiveLocksFollowTransactionsUnlessSwitchedOff() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(ReactiveTransactionScope.class));
		this.runner.withPropertyValues("distlock.transaction-aware=false")
			.run((context) -> assertThat(context).doesNotHaveBean(ReactiveTransactionScope.class));
	}

	@Test
	void wrongPolicyForLocksInsideTransactionsFailsTheStart() {
		this.runner.withPropertyValues("distlock.transaction.inside=refuse")
			.run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void annotatedMethodNeedsNoTransactionClasses() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.transaction", "org.springframework.jdbc",
					"org.springframework.boot.jdbc", "org.springframework.boot.sql", "reactor."))
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(LockScope.class);
				assertThat(context.getBean(Orders.class).lockedKey()).isEqualTo("orders");
			});
	}

	@Test
	void invalidAnnotationFailsTheStartAndNamesTheMethod(CapturedOutput output) {
		fails(InvalidApplication.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("@DistributedLock")
			.contains("Invalid.work()")
			.contains("cannot work: waitTime = \"-3s\": must not be negative.");
	}

	@Test
	void unknownProviderInAnAnnotationFailsTheStart(CapturedOutput output) {
		fails(UnknownProviderApplication.class);
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("Archive.lockedKey()")
			.contains("provider = \"second\"")
			.contains("distlockProvider");
	}

	private static void fails(Class<?> application) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(application).web(WebApplicationType.NONE);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> builder.run("--distlock.provider=local").close());
	}

	public static class Orders {

		@DistributedLock("orders")
		public String lockedKey() {
			return LockContext.current().map(HeldLock::key).orElse("");
		}

	}

	static class Archive {

		@DistributedLock(name = "archive", provider = "second", waitTime = "0")
		String lockedKey() {
			return LockContext.current().map(HeldLock::key).orElse("");
		}

	}

	static class Invalid {

		@DistributedLock(waitTime = "-3s")
		void work() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoProvidersConfiguration {

		@Bean
		@Primary
		LocalLockProvider first() {
			return new LocalLockProvider();
		}

		@Bean
		LocalLockProvider second() {
			return new LocalLockProvider();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class InvalidApplication {

		@Bean
		Invalid invalid() {
			return new Invalid();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DistlockAutoConfiguration.class)
	static class UnknownProviderApplication {

		@Bean
		Archive archive() {
			return new Archive();
		}

	}

}

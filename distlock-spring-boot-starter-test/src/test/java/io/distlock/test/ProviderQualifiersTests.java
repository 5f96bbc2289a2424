// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the application says of its providers for injection holds for those in their
 * place.
 */
class ProviderQualifiersTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TestLocksAutoConfiguration.class, DistlockAutoConfiguration.class))
		.withUserConfiguration(Application.class);

	@Test
	void providersInTheirPlaceAreInjectedByTheSameQualifiers() {
		this.runner.run((context) -> {
			Injected injected = context.getBean(Injected.class);
			assertThat(injected.usual()).isSameAs(context.getBean("orderLocks"));
			assertThat(injected.spare()).isSameAs(context.getBean("spareLocks"));
			assertThat(injected.audited()).isSameAs(context.getBean("auditLocks"));
			assertThat(injected.reporting()).isSameAs(context.getBean("reportLocks"));
			assertThat(context.getBeansOfType(LockProvider.class)).hasSize(4)
				.allSatisfy((name, provider) -> assertThat(provider).isInstanceOf(TestLockProvider.class));
		});
	}

	@Test
	void providerThatIsNoDefaultCandidateDoesNotMakeTheOtherOneAmbiguous() {
		this.runner.run((context) -> {
			context.getBean(TestLocks.class).of("orderLocks").holdElsewhere("key");
			assertThat(context.getBean(LockTemplate.class).tryAcquire("key")).isEmpty();
		});
	}

	record Injected(LockProvider usual, LockProvider spare, LockProvider audited, LockProvider reporting) {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Qualifier
	@interface Audited {

		int level();

	}

	@Qualifier("reporting")
	abstract static class ReportLocks implements LockProvider {

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		LockProvider orderLocks() {
			throw new IllegalStateException("The test has no store for it");
		}

		@Bean(defaultCandidate = false)
		@Qualifier("spare")
		LockProvider spareLocks() {
			throw new IllegalStateException("The test has no store for it");
		}

		@Bean(defaultCandidate = false)
		@Audited(level = 2)
		LockProvider auditLocks() {
			throw new IllegalStateException("The test has no store for it");
		}

		@Bean(defaultCandidate = false)
		ReportLocks reportLocks() {
			throw new IllegalStateException("The test has no store for it");
		}

		@Bean
		Injected injected(LockProvider usual, @Qualifier("spare") LockProvider spare,
				@Audited(level = 2) LockProvider audited, @Qualifier("reporting") LockProvider reporting) {
			return new Injected(usual, spare, audited, reporting);
		}

	}

}

// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with two providers of its own, neither of which is made.
 */
@SpringJUnitConfig
@AutoConfigureDistlock
class ProviderBeansTests {

	@Autowired
	private TestLocks locks;

	@Autowired
	private LockTemplate template;

	@Autowired
	private Reports reports;

	@Autowired
	private ConfigurableApplicationContext context;

	@Test
	void eachProviderIsReplacedUnderItsName() {
		assertThat(this.context.getBeansOfType(LockProvider.class)).containsOnlyKeys("orderLocks", "reportLocks")
			.allSatisfy((name, provider) -> assertThat(provider).isInstanceOf(TestLockProvider.class));
	}

	@Test
	void locksOfOneProviderAreNotThoseOfAnother() {
		this.locks.holdElsewhere("report");
		this.reports.write(() -> {
			assertThat(this.locks.of("reportLocks").held()).containsExactly("report");
			assertThat(this.locks.held()).isEmpty();
		});
		this.locks.of("reportLocks").holdElsewhere("report");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.reports.write(() -> {
		}));
		assertThat(this.template.tryAcquire("report")).isEmpty();
	}

	static class Reports {

		@DistributedLock(name = "report", waitTime = "0", provider = "reportLocks")
		void write(Runnable meanwhile) {
			meanwhile.run();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		@Primary
		LockProvider orderLocks() {
			throw new IllegalStateException("The test has no store for it");
		}

		@Bean
		LockProvider reportLocks() {
			throw new IllegalStateException("The test has no store for it");
		}

		@Bean
		Reports reports() {
			return new Reports();
		}

	}

}

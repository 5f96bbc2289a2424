// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.distlock.LockNotAcquiredException;
import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The provider of a test has the name of that of the application, and not the one that
 * ShedLock's documentation gives to its own.
 */
@SpringJUnitConfig
@AutoConfigureDistlock
class BeanNamesTests {

	@Autowired
	private TestLocks locks;

	@Autowired
	private Reports reports;

	@Test
	void providerIsNamedAsInTheApplication() {
		assertThat(this.reports.write()).containsExactly("report");
		this.locks.of("distlockProvider").holdElsewhere("report");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(this.reports::write);
	}

	@Test
	void otherBeansMayHaveAnyName() {
		assertThat(Arrays.stream(TestLocksAutoConfiguration.class.getDeclaredMethods())
			.filter((method) -> method.isAnnotationPresent(Bean.class))
			.map(Method::getName)).isNotEmpty()
			.allMatch((name) -> name.startsWith("distlock") || Set.of("testLocks", "testLeaders").contains(name));
	}

	static class Reports {

		@DistributedLock(name = "report", waitTime = "0", provider = "distlockProvider")
		List<String> write() {
			return List.of("report");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		Object lockProvider() {
			return "ShedLock's";
		}

		@Bean
		Reports reports() {
			return new Reports();
		}

	}

}

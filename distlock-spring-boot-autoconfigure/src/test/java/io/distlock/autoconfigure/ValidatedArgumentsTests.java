// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockContext;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.MethodValidationPostProcessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Where Bean Validation runs. A constraint may look at what the lock protects, and one on
 * the result must still roll the transaction back, so it stays where Spring puts it,
 * innermost; unless the application wants arguments validated before anything else.
 */
class ValidatedArgumentsTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, ValidationAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local")
		.withBean(Orders.class);

	@Test
	void validationRunsInsideTheLock() {
		this.runner.run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.take("tea")).isTrue();
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> orders.take("teapot"));
			assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> orders.take(" "));
			try (HeldLock other = elsewhere(context.getBean(LockTemplate.class), "orders:teapot")) {
				assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> orders.take("teapot"));
				assertThat(other.isHeld()).isTrue();
			}
		});
	}

	@Test
	void validationRunsBeforeTheLockWhereTheApplicationSaysSo() {
		this.runner.withUserConfiguration(ValidationFirst.class).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(orders.take("tea")).isTrue();
			assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> orders.take(" "));
			try (HeldLock other = elsewhere(context.getBean(LockTemplate.class), "orders:teapot")) {
				assertThatExceptionOfType(ConstraintViolationException.class).isThrownBy(() -> orders.take("teapot"));
				assertThat(other.isHeld()).isTrue();
			}
		});
	}

	private static HeldLock elsewhere(LockTemplate locks, String key) {
		return locks.acquireAsync(LockRequest.of(key)).toCompletableFuture().join();
	}

	@Validated
	static class Orders {

		@DistributedLock(name = "orders", key = "#item", waitTime = "0")
		boolean take(@NotBlank @Size(max = 4) String item) {
			return LockContext.current().isPresent();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ValidationFirst {

		@Bean
		static MethodValidationPostProcessor methodValidationPostProcessor(@Lazy Validator validator) {
			MethodValidationPostProcessor processor = new MethodValidationPostProcessor();
			processor.setValidator(validator);
			processor.setBeforeExistingAdvisors(true);
			processor.setProxyTargetClass(true);
			return processor;
		}

	}

}

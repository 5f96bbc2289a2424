// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.LockException;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every way to write a lock that we could think of. Each ends in exactly one of three:
 * the lock is seen in the store while the body runs, the application does not start, or
 * the call fails. None goes on without the lock. A new way is one more line in one of the
 * classes named {@code ...Rows}.
 */
@Tag("safety")
class NeverSilentlyUnlockedTests {

	static Stream<Row> rows() {
		return Stream
			.of(MethodRows.rows(), AnnotationRows.rows(), LifeCycleRows.rows(), ProxyRows.rows(), ResultRows.rows(),
					RepositoryRows.rows(), BeanMethodRows.rows(), CodeResultRows.rows(), WrappedBeanRows.rows(),
					AsyncRows.rows(), EarlyBeanRows.rows(), ContainerRows.rows())
			.flatMap(List::stream);
	}

	@ParameterizedTest
	@MethodSource("rows")
	void lockIsTakenOrRefused(Row row) {
		Probe.reset();
		assertThat(outcome(row)).as(row.name()).isEqualTo(row.expected().name());
	}

	@Test
	void thereAreManyRowsAndNoneTwice() {
		assertThat(rows().map(Row::name)).hasSizeGreaterThan(100).doesNotHaveDuplicates();
	}

	private static String outcome(Row row) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("test", Map.of("distlock.jdbc.initialize-schema", "always",
						"distlock.fencing.initialize-schema", "always")));
			context.register(Store.class);
			row.setUp().accept(context);
			String refusal = refusal(context);
			return (refusal != null) ? refusal : outcome(row.call(), context);
		}
		finally {
			System.clearProperty("spring.aop.proxy-target-class");
		}
	}

	private static String refusal(AnnotationConfigApplicationContext context) {
		try {
			context.refresh();
			return null;
		}
		catch (RuntimeException ex) {
			return isOurs(ex) ? Row.Outcome.REFUSED_AT_START.name() : "failed to start without our message: " + ex;
		}
	}

	private static boolean isOurs(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof LockException || cause instanceof InvalidLockAnnotationException) {
				return true;
			}
		}
		return failure.getMessage().contains("@DistributedLock");
	}

	private static String outcome(Row.Call call, AnnotationConfigApplicationContext context) {
		try {
			call.on(context);
		}
		catch (Throwable ex) {
			return isOurs(ex) ? Row.Outcome.FAILED_AT_THE_CALL.name() : "call failed without our message: " + ex;
		}
		List<Integer> seen = Probe.seen();
		if (seen.isEmpty()) {
			return "the body never ran";
		}
		return seen.contains(0) ? "UNLOCKED" : Row.Outcome.LOCKED.name();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class })
	static class Store {

		@Bean
		DriverManagerDataSource dataSource() {
			return new DriverManagerDataSource(Probe.URL);
		}

		@Bean
		JdbcTransactionManager transactionManager(DriverManagerDataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

}

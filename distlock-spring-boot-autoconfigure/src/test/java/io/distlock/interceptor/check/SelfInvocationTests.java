// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.List;
import java.util.Map;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.interceptor.TestLocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is said of calls that go past the proxy.
 */
@ExtendWith(OutputCaptureExtension.class)
class SelfInvocationTests {

	private static final String FIRST = "SelfInvocationTests$Shop.open(SelfInvocationTests.java:";

	@Test
	void eachPlaceIsWarnedOfOnce(CapturedOutput output) {
		start(Map.of(), Shop.class, Branch.class, Late.class).close();
		assertThat(output.getOut().split("past the proxy", -1)).hasSize(3);
		assertThat(output).containsOnlyOnce(FIRST)
			.containsOnlyOnce("SelfInvocationTests$Shop.shut(SelfInvocationTests.java:")
			.contains(" calls io.distlock.interceptor.check.SelfInvocationTests$Shop.count(String) of the same object")
			.contains("ObjectProvider", "LockTemplate", "distlock.self-invocation=ignore");
	}

	@Test
	void startFailsWithAllPlaces() {
		assertThatExceptionOfType(InvalidLockAnnotationException.class)
			.isThrownBy(() -> start(Map.of("distlock.self-invocation", "fail"), Shop.class))
			.withMessageContaining(FIRST)
			.withMessageContaining("SelfInvocationTests$Shop.shut(SelfInvocationTests.java:")
			.withMessageContaining("LockTemplate");
	}

	@Test
	void correctBeansStart() {
		start(Map.of("distlock.self-invocation", "fail"), Correct.class).close();
	}

	@Test
	void nothingIsSaidIfIgnored(CapturedOutput output) {
		start(Map.of("distlock.self-invocation", "ignore"), Shop.class).close();
		assertThat(output).doesNotContain("past the proxy");
	}

	@Test
	void beanOfLaterIsWarnedOfWhenItIsMade(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = start(Map.of(), Late.class)) {
			assertThat(output).doesNotContain("past the proxy");
			context.getBean(Late.class);
			assertThat(output).containsOnlyOnce("past the proxy");
		}
	}

	@Test
	void nothingIsReadWhereTheApplicationWasProcessedAheadOfTime(CapturedOutput output) {
		SpringProperties.setFlag("spring.aot.enabled");
		try {
			start(Map.of("distlock.self-invocation", "fail"), Shop.class).close();
		}
		finally {
			SpringProperties.setProperty("spring.aot.enabled", null);
		}
		assertThat(output).doesNotContain("past the proxy");
	}

	private static AnnotationConfigApplicationContext start(Map<String, Object> properties, Class<?>... beans) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
		context.register(TestLocks.class);
		List.of(beans).forEach(context::register);
		try {
			context.refresh();
		}
		catch (RuntimeException ex) {
			context.close();
			throw ex;
		}
		return context;
	}

	static class Shop {

		@DistributedLock("count")
		int count(String shelf) {
			return shelf.length();
		}

		void open() {
			count("first");
		}

		void shut() {
			count("second");
		}

	}

	static class Branch extends Shop {

	}

	@Lazy
	static class Late {

		@DistributedLock("late")
		void work() {
		}

		void run() {
			work();
		}

	}

	static class Correct {

		private final Shop shop = new Shop();

		@DistributedLock("correct")
		void work() {
			this.shop.count("shelf");
		}

	}

}

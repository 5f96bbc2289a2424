// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.SpringProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said of calls that go past the proxy.
 */
@ExtendWith(OutputCaptureExtension.class)
class SelfInvocationTests {

	private static final String FIRST = "SelfInvocationTests$Shop.open(SelfInvocationTests.java:";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void eachPlaceIsWarnedOfOnce(CapturedOutput output) {
		this.runner.withUserConfiguration(Shop.class, Branch.class, Late.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output.getOut().split("past the proxy", -1)).hasSize(3);
		assertThat(output).containsOnlyOnce(FIRST)
			.containsOnlyOnce("SelfInvocationTests$Shop.shut(SelfInvocationTests.java:")
			.contains(" calls io.distlock.autoconfigure.SelfInvocationTests$Shop.count(String) of the same object")
			.contains("ObjectProvider", "LockTemplate", "distlock.self-invocation=ignore");
	}

	@Test
	void startFailsWithAllPlacesOfTheClass() {
		this.runner.withUserConfiguration(Shop.class)
			.withPropertyValues("distlock.self-invocation=fail")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining(FIRST)
				.hasMessageContaining("SelfInvocationTests$Shop.shut(SelfInvocationTests.java:")
				.hasMessageContaining("LockTemplate"));
	}

	@Test
	void correctBeansStart() {
		this.runner.withUserConfiguration(Correct.class)
			.withPropertyValues("distlock.self-invocation=fail")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void nothingIsSaidIfIgnored(CapturedOutput output) {
		this.runner.withUserConfiguration(Shop.class)
			.withPropertyValues("distlock.self-invocation=ignore")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("past the proxy");
	}

	@Test
	void beanOfLaterIsWarnedOfWhenItIsMade(CapturedOutput output) {
		this.runner.withUserConfiguration(Late.class).run((context) -> {
			assertThat(output).doesNotContain("past the proxy");
			context.getBean(Late.class);
			assertThat(output).containsOnlyOnce("past the proxy");
		});
	}

	@Test
	void callInADefaultMethodOfAnInterfaceWithoutAClassIsWarnedOf(CapturedOutput output) {
		this.runner
			.withBean("client", Client.class,
					() -> ProxyFactory.getProxy(Client.class, (MethodInterceptor) (invocation) -> null))
			.withBean("worker", Worker.class, () -> () -> {
			})
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("SelfInvocationTests$Client.sendAll(SelfInvocationTests.java:")
			.containsOnlyOnce("SelfInvocationTests$Worker.workTwice(SelfInvocationTests.java:");
		assertThat(output.getOut().split("past the proxy", -1)).hasSize(3);
	}

	@Test
	void nothingIsReadWhereTheApplicationWasProcessedAheadOfTime(CapturedOutput output) {
		SpringProperties.setFlag("spring.aot.enabled");
		try {
			this.runner.withUserConfiguration(Shop.class)
				.withPropertyValues("distlock.self-invocation=fail")
				.run((context) -> assertThat(context).hasNotFailed());
		}
		finally {
			SpringProperties.setProperty("spring.aot.enabled", null);
		}
		assertThat(output).doesNotContain("past the proxy");
	}

	interface Client {

		@DistributedLock("send")
		void send();

		default void sendAll() {
			send();
		}

	}

	interface Worker {

		@DistributedLock("work")
		void work();

		default void workTwice() {
			work();
		}

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

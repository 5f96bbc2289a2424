// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.Set;
import java.util.function.Supplier;

import io.distlock.LockMode;
import io.distlock.annotation.ClusterConcurrencyLimit;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.autoconfigure.leader.LeaderAutoConfiguration;
import io.distlock.contract.ForwardingProvider;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store that knows exclusive locks alone.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnknownModeTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LeaderAutoConfiguration.class));

	@ParameterizedTest
	@ValueSource(classes = { Reader.class, Report.class })
	void methodThatWantsAnotherModeFailsTheStart(Class<?> bean) {
		this.runner.withBean("alone", LockProvider.class, ExclusiveProvider::new)
			.withBean(bean)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining(bean.getSimpleName() + ".work()")
				.hasMessageContaining("mode = ")
				.hasMessageContaining("supports only [EXCLUSIVE]")
				.hasMessageContaining("use another store, such as a database or Redis"));
	}

	@Test
	void exclusiveMethodsAndRolesStart(CapturedOutput output) {
		this.runner.withBean("alone", LockProvider.class, ExclusiveProvider::new)
			.withBean(Writer.class)
			.withPropertyValues("distlock.leader.roles=mails")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("1 locked method, 1 role");
	}

	@Test
	void storeThatKnowsTheModeStarts() {
		this.runner.withBean("all", LockProvider.class, LocalLockProvider::new)
			.withBean(Reader.class)
			.withBean(Report.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(Report.class).work()).isEqualTo("report");
			});
	}

	static class Reader {

		@DistributedLock(name = "prices", mode = LockMode.SHARED)
		String work() {
			return "price";
		}

	}

	static class Writer {

		@DistributedLock("prices")
		String work() {
			return "price";
		}

	}

	static class Report {

		@ClusterConcurrencyLimit(name = "reports", permits = 2)
		String work() {
			return "report";
		}

	}

	private static final class ExclusiveProvider extends ForwardingProvider {

		private ExclusiveProvider() {
			super(new LocalLockProvider());
		}

		@Override
		public Set<LockMode> modes() {
			return Set.of(LockMode.EXCLUSIVE);
		}

		@Override
		protected <T> T around(Call call, Supplier<T> request) {
			return request.get();
		}

	}

}

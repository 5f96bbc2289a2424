// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the log tells of jobs.
 */
@Tag("timing")
@ExtendWith(OutputCaptureExtension.class)
class JobLogTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				ClusterSchedulingAutoConfiguration.class, TaskSchedulingAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	@Test
	void shutdownIsNoReasonToWarn(CapturedOutput output) {
		this.runner.withUserConfiguration(SlowToClose.class).run((context) -> {
			AtomicInteger runs = context.getBean(SlowToClose.class).runs;
			await().atMost(Duration.ofSeconds(30)).until(() -> runs.get() > 2);
			int before = output.getAll().length();
			context.close();
			assertThat(output.getAll().substring(before)).doesNotContain("WARN", "ERROR");
		});
	}

	/**
	 * Spring's task scheduler takes no tasks any more once it hears that its context
	 * closes, which is long before this application has stopped.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class SlowToClose {

		final AtomicInteger runs = new AtomicInteger();

		@ClusterScheduled(name = "frequent", fixedRate = "20ms")
		void run() {
			this.runs.incrementAndGet();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
		}

		@EventListener(ContextClosedEvent.class)
		void close() {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
		}

	}

}

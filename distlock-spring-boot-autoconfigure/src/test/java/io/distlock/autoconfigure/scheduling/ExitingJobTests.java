// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.scheduling;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.awaitility.Awaitility.await;

/**
 * A job that ends its application, which must not wait for that job. The phase of the
 * shutdown takes longer than any test.
 */
@Tag("timing")
class ExitingJobTests {

	private static final String PHASE = "spring.lifecycle.timeout-per-shutdown-phase=1h";

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	@Test
	void processEndsWithTheExitCodeOfAJob(@TempDir Path folder) throws Exception {
		Path log = folder.resolve("node.log");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
				Exiting.class.getName())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			await().atMost(PATIENCE)
				.until(() -> !process.isAlive() || contentOf(log.toFile()).contains(Exiting.MESSAGE));
			assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(() -> contentOf(log.toFile()))
				.isTrue();
			assertThat(process.exitValue()).as(() -> contentOf(log.toFile())).isEqualTo(Exiting.CODE);
		}
		finally {
			process.destroyForcibly().waitFor();
		}
	}

	@Test
	void contextClosesFromInsideAJob() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, LifecycleAutoConfiguration.class,
					ClusterSchedulingAutoConfiguration.class))
			.withUserConfiguration(Closing.class)
			.withPropertyValues("distlock.provider=local", PHASE)
			.run((context) -> {
				Closing job = context.getBean(Closing.class);
				assertThat(job.closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			});
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, LifecycleAutoConfiguration.class,
			ClusterSchedulingAutoConfiguration.class })
	public static class Exiting {

		static final int CODE = 7;

		static final String MESSAGE = "The job exits";

		public static void main(String[] args) {
			new SpringApplicationBuilder(Exiting.class).web(WebApplicationType.NONE)
				.properties("distlock.provider=local", PHASE)
				.run(args);
		}

		@ClusterScheduled(name = "exiting", fixedDelay = "1h")
		void exit() {
			System.out.println(MESSAGE);
			System.exit(CODE);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Closing {

		private final CountDownLatch closed = new CountDownLatch(1);

		private final ConfigurableApplicationContext context;

		Closing(ConfigurableApplicationContext context) {
			this.context = context;
		}

		@ClusterScheduled(name = "closing", fixedDelay = "1h")
		void close() {
			this.context.close();
			this.closed.countDown();
		}

	}

}
